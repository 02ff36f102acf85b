/// The number of live items that a run may delete or replace without a stated number.
///
/// Apart from this number, a run after an empty delivery, a typo in a locale or a checkout of the wrong branch looks
/// like any other run.
package struct ChangeLimit: Sendable, Hashable {
    /// The number of messages that the service holds, or of defaults that customers see.
    package var live: Int
    /// The limit that the user stated, if any.
    package var stated: Int?

    /// The number that is always permitted without a stated limit, so that small projects are not asked about every
    /// change.
    static let floor = 10

    package init(live: Int, stated: Int? = nil) {
        self.live = live
        self.stated = stated
    }

    /// The limit for replacing defaults that customers see.
    package init(of defaults: [DefaultRecord], stated: Int?) {
        self.init(live: defaults.count { $0.present != nil }, stated: stated)
    }

    /// The highest permitted number: the stated limit, or otherwise a tenth of the live items, but at least ten.
    package var allowance: Int { stated ?? max(Self.floor, live / 10) }

    /// Whether this many deletions or replacements are permitted.
    ///
    /// If `isWhole`, all parts of a whole are affected, such as a message in all locales. The user must state a limit
    /// for that, however small the number is.
    package func permits(_ count: Int, isWhole: Bool = false) -> Bool {
        count <= allowance && (!isWhole || stated != nil || count == 0)
    }
}
