package import GlossportImporting
import GlossportReading

/// Keeps defaults as they are, whatever imports want, or lets imports change them again; customers see no change.
package struct HoldDefaults {
    package let isHeld: Bool
    package let isMeant: (DefaultRecord) -> Bool

    package init(_ isHeld: Bool, where isMeant: @escaping (DefaultRecord) -> Bool) {
        self.isHeld = isHeld
        self.isMeant = isMeant
    }

    /// - Returns: The defaults that are held or released now.
    /// - Throws: ``GlossportError`` where there is none; those of the journal.
    package func perform(at desk: JournalDesk) async throws -> [DefaultRecord] {
        let records = try await desk.journal.defaults(at: desk.destination)
            .filter { isMeant($0) && $0.isHeld != isHeld }
        guard !records.isEmpty else {
            throw GlossportError(
                .invalidOption,
                isHeld ? "There is no such default to hold." : "No such default is held.",
                remedy: "`glossport defaults list` lists all defaults."
            )
        }
        try await desk.record(.changeDefaults) { run in
            try await desk.journal.hold(records.map(\.slot), isHeld, at: desk.time.now, in: run)
        }
        return records
    }
}
