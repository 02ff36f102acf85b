package import GlossportChecking
package import GlossportProject
package import GlossportReading

/// An item with its state and the evidence from earlier attempts.
package struct ItemRecord: Sendable, Hashable, Encodable {
    package var item: Item
    package var state: ItemState
    package var proof: Proof?
    /// Why the item is refused, in conflict, unknown, or left open for the next run; usually Apple's error number and
    /// message.
    package var reason: String?
    /// Apple's error number for the newest refusal, if the item is ``ItemState/refused``.
    package var refusalCode: Int?
    package var history: AttemptHistory

    package init(
        item: Item,
        state: ItemState,
        proof: Proof? = nil,
        reason: String? = nil,
        refusalCode: Int? = nil,
        history: AttemptHistory = AttemptHistory()
    ) {
        self.item = item
        self.state = state
        self.proof = proof
        self.reason = reason
        self.refusalCode = refusalCode
        self.history = history
    }
}

extension Selection {
    /// Returns the selected messages and the images that they use.
    package func part(of records: [ItemRecord]) -> [ItemRecord] {
        guard !isEverything else { return records }
        let images = records.filter { contains($0.item) }.reduce(into: Set<ServiceID>()) { images, record in
            images.formUnion(record.item.texts?.imageIDs ?? [])
        }
        return records.filter { contains($0.item) || images.contains($0.item.id) }
    }

    /// Checks that the project or the journal contains each selected message.
    ///
    /// - Throws: ``GlossportError`` with code `invalidOption` for a message that neither contains.
    package func validated(
        among records: [ItemRecord],
        _ names: [ServiceID: MessageName] = [:],
        of project: Project
    ) throws(GlossportError) -> Selection {
        let known = Set(records.compactMap { $0.item.texts == nil ? nil : $0.item.message })
            .union(project.messages.keys).union(names.values.map(\.message))
        guard let unknown = messages.subtracting(known).min() else { return self }
        throw GlossportError(
            .invalidOption,
            "Neither the project file nor the journal contains a message “\(unknown)”.",
            remedy: Spelling.remedy(for: unknown, among: known.sorted())
        )
    }
}
