/// The defaults that an import desires, and the slots whose defaults it withdraws.
package struct WantedDefaults: Sendable {
    package var all: [DesiredDefault]
    /// The locales of desired defaults that the project does not expect.
    package var unexpected: Set<String>
    /// The slots that the project no longer fills.
    package var withdrawn: [DefaultSlot]
    /// Whether the current defaults of the withdrawn slots stay.
    package var keepsWithdrawn: Bool
    /// Whether these are all desired defaults of the project; `false` for a partial delivery.
    package var isWhole: Bool
    /// Whether a changed message takes effect in all its locales at once.
    var flipsTogether: Bool

    package init(
        _ all: [DesiredDefault] = [],
        unexpected: Set<String> = [],
        withdrawn: [DefaultSlot] = [],
        keepsWithdrawn: Bool = false,
        isWhole: Bool = false,
        flipsTogether: Bool = true
    ) {
        self.all = all
        self.unexpected = unexpected
        self.withdrawn = withdrawn
        self.keepsWithdrawn = keepsWithdrawn
        self.isWhole = isWhole
        self.flipsTogether = flipsTogether
    }

    /// The defaults that can be desired if some items are not sent.
    ///
    /// An item that can't be sent is not in the journal, so settling would not wait for it. If all locales flip
    /// together, its whole message therefore keeps its current defaults.
    ///
    /// The `items` are over capacity or have an id in use; the `names` are those of incomplete records.
    func without(_ items: [Item], incomplete names: [MessageName]) -> [DesiredDefault] {
        let left = Set(items.map(\.id))
        let split = Set(items.map(\.message) + names.map(\.message))
        return all.filter { !left.contains($0.item) && (!flipsTogether || !split.contains($0.message)) }
    }
}
