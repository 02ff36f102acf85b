import GlossportReading

/// Keeps defaults as they are, whatever imports want, or lets imports change them again; customers see no change.
package struct HoldDefaults {
    package let isHeld: Bool
    package let isMeant: (DefaultRecord) -> Bool

    package init(_ isHeld: Bool, where isMeant: @escaping (DefaultRecord) -> Bool) {
        self.isHeld = isHeld
        self.isMeant = isMeant
    }

    /// - Returns: The defaults that this call holds or releases; empty if all of them were held or released before.
    /// - Throws: ``GlossportError`` where no such default exists; those of the journal.
    package func perform(at desk: JournalDesk) async throws -> [DefaultRecord] {
        let defaults = try await desk.journal.defaults(at: desk.destination).filter { isMeant($0) }
        guard !defaults.isEmpty else {
            throw GlossportError(
                .invalidOption,
                "There is no such default to \(isHeld ? "hold" : "release").",
                remedy: "`glossport defaults list` lists all defaults."
            )
        }
        let records = defaults.filter { $0.isHeld != isHeld }
        // A script may repeat a call: what it asks for is so already.
        guard !records.isEmpty else { return [] }
        try await desk.record(.changeDefaults) { run in
            try await desk.journal.hold(records.map(\.slot), isHeld, at: desk.time.now, in: run)
        }
        return records
    }
}
