package import GlossportChecking
package import GlossportReading

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
    package func validated(among records: [ItemRecord], of project: Project) throws(GlossportError) -> Selection {
        let known = Set(records.compactMap { $0.item.texts == nil ? nil : $0.item.message })
            .union(project.messages.keys)
        guard let unknown = messages.subtracting(known).min() else { return self }
        let nearest = Spelling.nearest(to: unknown, among: known.sorted())
        throw GlossportError(
            .invalidOption,
            "Neither the project file nor the journal knows a message “\(unknown)”.",
            remedy: nearest.isEmpty ? nil : "Did you mean \(nearest.joined(separator: " or "))?"
        )
    }
}
