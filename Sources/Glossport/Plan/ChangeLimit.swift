/// The number of live items that a run may delete or replace without a stated number.
///
/// An empty delivery, a typing mistake in a locale or the wrong branch look like any other run, but for the number.
package struct ChangeLimit: Sendable, Hashable {
    /// How much is live.
    package var live: Int
    /// The stated number; `nil` if there is none.
    package var stated: Int?

    /// The number that is always permitted, unless a whole message or a smaller number was stated: small projects are
    /// not asked about every change.
    static let floor = 10

    /// - Parameters:
    ///   - live: How much is live: messages that the service holds, or defaults that customers see.
    ///   - stated: The number that was stated.
    package init(live: Int, stated: Int? = nil) {
        self.live = live
        self.stated = stated
    }

    /// The budget for replacing defaults that customers see.
    ///
    /// - Parameters:
    ///   - defaults: The slots, as the journal knows them.
    ///   - stated: The number that was stated.
    package init(of defaults: [DefaultRecord], stated: Int?) {
        self.init(live: defaults.count { $0.present != nil }, stated: stated)
    }

    /// The most that is permitted: what was stated, or a tenth.
    package var allowance: Int { stated ?? max(Self.floor, live / 10) }

    /// Whether that many are permitted.
    ///
    /// - Parameters:
    ///   - count: How many would be taken away or replaced.
    ///   - isWhole: Whether something that belongs together would go as a whole; that has to be stated, however little it is.
    /// - Returns: Whether they are.
    package func permits(_ count: Int, isWhole: Bool = false) -> Bool {
        count <= allowance && (!isWhole || stated != nil || count == 0)
    }
}
