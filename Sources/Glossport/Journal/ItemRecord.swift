package import GlossportChecking
package import GlossportProject
package import GlossportReading

/// An item with its state and what is known of earlier attempts.
package struct ItemRecord: Sendable, Hashable, Encodable {
    package var item: Item
    package var state: ItemState
    package var proof: Proof?
    /// Why it is ``ItemState/refused`` or in ``ItemState/conflict``, or was sent back: Apple's number and sentence.
    package var reason: String?
    /// Apple's number of the newest refusal, for ``ItemState/refused``.
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
    /// The messages that are selected, and the images that they use.
    package func part(of records: [ItemRecord]) -> [ItemRecord] {
        guard !isEverything else { return records }
        let images = records.filter { contains($0.item) }.reduce(into: Set<ServiceID>()) { images, record in
            images.formUnion(record.item.texts?.imageIDs ?? [])
        }
        return records.filter { contains($0.item) || images.contains($0.item.id) }
    }

    /// Makes sure that the project or the journal knows what is selected.
    ///
    /// - Throws: ``GlossportError`` with code `invalidOption` for a message of which neither knows.
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
