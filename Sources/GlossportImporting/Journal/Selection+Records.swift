package import GlossportChecking

extension Selection {
    /// The messages that are selected, and the images that they use.
    package func part(of records: [ItemRecord]) -> [ItemRecord] {
        guard !isEverything else { return records }
        let images = records.filter { contains($0.item) }.reduce(into: Set<ServiceID>()) { images, record in
            images.formUnion(record.item.texts?.imageIDs ?? [])
        }
        return records.filter { contains($0.item) || images.contains($0.item.id) }
    }
}
