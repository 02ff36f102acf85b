/// The defaults that an import asks for, and those that it withdraws.
package struct WantedDefaults: Sendable {
    package var all: [DesiredDefault]
    /// The locales among them that the project does not expect.
    package var unexpected: Set<String>
    /// The slots that the project no longer wants.
    package var withdrawn: [DefaultSlot]
    /// Whether customers keep what they see in those slots.
    package var keepsWithdrawn: Bool
    /// Whether these are all wishes of the project, and not those of a part of the deliveries.
    package var isWhole: Bool
    /// Whether a changed message takes over in all its locales at once.
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

    /// The defaults that can be asked for where some items are not sent.
    ///
    /// An item that can't be sent has no place in the journal, so that settling would not wait for it: where all locales flip together,
    /// its whole message keeps the defaults that it has.
    ///
    /// - Parameters:
    ///   - items: Items without room, or whose id is taken.
    ///   - names: Records without all their texts.
    /// - Returns: The defaults to ask for.
    func without(_ items: [Item], incomplete names: [MessageName]) -> [DesiredDefault] {
        let left = Set(items.map(\.id))
        let split = Set(items.map(\.message) + names.map(\.message))
        return all.filter { !left.contains($0.item) && (!flipsTogether || !split.contains($0.message)) }
    }
}
