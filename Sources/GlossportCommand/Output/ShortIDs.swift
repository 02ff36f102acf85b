import GlossportChecking

/// Ids as tables show them: as much of their beginnings as tells them apart, like a version control system's.
struct ShortIDs {
    private let length: Int

    /// A UUID's first group.
    private static let shortest = 8

    /// - Parameters:
    ///   - ids: All that could be confused with one another.
    ///   - isWhole: Whether whole ids are wanted.
    init(_ ids: some Sequence<ServiceID>, isWhole: Bool = false) {
        let texts = Set(ids.map(\.description)).sorted()
        guard !isWhole else {
            length = .max
            return
        }
        // Neighbours share the most.
        let shared = zip(texts, texts.dropFirst()).map { left, right in
            zip(left, right).prefix { $0 == $1 }.count
        }
        let needed = max(Self.shortest, (shared.max() ?? 0) + 1)
        // No hyphen at the end.
        length = texts.first.map { $0.dropFirst(needed - 1).first == "-" ? needed + 1 : needed } ?? needed
    }

    /// An id, or as much of it as is needed.
    func text(_ id: ServiceID) -> String { String(id.description.prefix(length)) }
}
