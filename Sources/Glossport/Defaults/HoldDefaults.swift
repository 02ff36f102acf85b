import GlossportReading

/// Holds defaults, so that imports don't change them, or releases them.
///
/// Customers see no change.
package struct HoldDefaults {
    package let isHeld: Bool
    package let isMeant: (DefaultRecord) -> Bool

    package init(_ isHeld: Bool, where isMeant: @escaping (DefaultRecord) -> Bool) {
        self.isHeld = isHeld
        self.isMeant = isMeant
    }

    /// - Returns: The defaults that this call holds or releases; empty if all of them were already held or released.
    /// - Throws: ``GlossportError`` from the journal, or if no default matches.
    package func perform(with access: JournalAccess) async throws -> [DefaultRecord] {
        let defaults = try await access.journal.read(at: access.destination) { $0.defaults }.filter { isMeant($0) }
        guard !defaults.isEmpty else {
            throw GlossportError(
                .invalidOption,
                "There is no such default to \(isHeld ? "hold" : "release").",
                remedy: "`glossport defaults list` lists all defaults."
            )
        }
        let records = defaults.filter { $0.isHeld != isHeld }
        // A script may repeat a call that has already taken effect.
        guard !records.isEmpty else { return [] }
        try await access.record(.changeDefaults) { run in
            try await access.journal.hold(records.map(\.slot), isHeld, at: access.time.now, in: run)
        }
        return records
    }
}
