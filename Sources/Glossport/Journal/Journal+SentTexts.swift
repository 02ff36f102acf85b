package import GlossportChecking
package import GlossportProject

extension Journal {
    /// Returns the texts sent to a destination, which reveal translations of an outdated source text.
    package func sentTexts(at destination: Destination) async throws -> SentTexts {
        try await read(at: destination) { state in
            var texts = SentTexts()
            for record in try state.allRecords() where [.uploaded, .deleted].contains(record.state) {
                guard let content = record.item.texts else { continue }
                let fields = content.fields.compactMap { name, value -> (Field, String)? in
                    guard case .text(let text) = value, let field = Field(name: name) else { return nil }
                    return (field, text)
                }
                texts.add(
                    Dictionary(fields) { first, _ in first },
                    of: record.item.message,
                    in: record.item.locale,
                    run: state.run(wantingFirst: record.item.id),
                    isApproved: record.state == .uploaded && state.reviews[record.item.id] == .approved
                )
            }
            return texts
        }
    }
}
