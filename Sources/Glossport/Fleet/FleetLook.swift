package import GlossportChecking
package import GlossportImporting
package import GlossportReading

/// The projects of a fleet that lie on a machine, as they were at one look.
package struct FleetLook: Sendable {
    /// A project that lies here.
    package struct Entry: Sendable {
        /// Its file.
        package let path: String
        package let digest: InputDigest
        package let journal: JournalLocation

        package init(path: String, digest: InputDigest, journal: JournalLocation) {
            self.path = path
            self.digest = digest
            self.journal = journal
        }

        /// Its journal, if machines share it.
        fileprivate var sharedJournal: JournalLocation? { journal.isShared ? journal : nil }
    }

    package private(set) var entries: [Destination: Entry] = [:]
    /// Project files that can't be worked at, with the reason.
    package private(set) var unusable: [(path: String, reason: String)] = []

    package init() {}

    package var offers: [Destination: InputDigest] { entries.mapValues(\.digest) }

    /// Adds a project, unless there is one for the same destination.
    package mutating func add(_ entry: Entry, for destination: Destination) {
        if let other = entries[destination] {
            addUnusable(entry.path, "It is for \(destination), as \(other.path) is.")
        } else {
            entries[destination] = entry
        }
    }

    package mutating func addUnusable(_ path: String, _ reason: String) { unusable.append((path, reason)) }

    /// The journal that most projects share; `nil` where the machine has journals of its own, also if as many projects share one:
    /// none of them takes the others to a server.
    ///
    /// - Throws: `GlossportError` where no shared journal has more projects than any other.
    package func journal() throws -> JournalLocation? {
        let counts = Dictionary(grouping: entries.values.map(\.sharedJournal)) { $0 }.mapValues(\.count)
        let most = counts.filter { $0.value == counts.values.max() }
        guard most.count <= 1 || most.keys.contains(nil) else { throw Self.severalJournals }
        return most.keys.contains(nil) ? nil : most.keys.first ?? nil
    }

    /// Sorts out the projects that have another journal than most.
    package mutating func keep(_ journal: JournalLocation?) {
        for (destination, entry) in entries where entry.sharedJournal != journal {
            entries[destination] = nil
            addUnusable(entry.path, "Its journal differs from that of most projects.")
        }
    }

    package static var severalJournals: GlossportError {
        GlossportError(
            .invalidProject,
            "The projects don't share one journal.",
            remedy: "Write the same `journal:` into all project files, or name it with --journal."
        )
    }
}
