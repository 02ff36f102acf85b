import ArgumentParser
import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading
private import PostgresJournal

/// Which fleet it is about.
struct FleetOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Journal to use (default: that of the projects).", valueName: "url"))
    var journal: String?

    @Option(help: ArgumentHelp("Environment for all projects.", valueName: "name"))
    var environment: ServiceEnvironment?

    /// The projects that patterns name.
    func folder(_ patterns: [String]) throws -> FleetFolder {
        FleetFolder(patterns, environment: environment, journal: try journal.map { try JournalLocation($0) })
    }

    /// The fleet that the project here belongs to, or the one that is named.
    func shared() async throws -> any FleetStore {
        let journals =
            if let journal { [try JournalLocation(journal)] } else { try await journalsHere() }
        guard let store = try Self.store(journals) else { try Self.refuse() }
        return store
    }

    private func journalsHere() async throws -> [JournalLocation] {
        guard let path = ProjectSearch.path(named: nil) else {
            throw GlossportError(
                .invalidProject,
                "No project file here names the fleet's journal.",
                remedy: "Name the journal with --journal, or set GLOSSPORT_JOURNAL."
            )
        }
        return try await folder([path]).look(SystemTime.sinceNow).entries.values.map(\.journal)
    }

    /// The fleet to which all these journals belong; `nil` where the machine has journals of its own.
    static func store(_ journals: some Sequence<JournalLocation>) throws -> (any FleetStore)? {
        let all = Set(journals)
        guard let shared = all.first(where: \.isShared) else { return nil }
        guard all.count == 1 else { throw FleetLook.severalJournals }
        return try shared.fleet
    }

    /// The error on a machine whose journals are files.
    static func refuse() throws -> Never {
        throw GlossportError(
            .invalidOption,
            "This journal is a file, but a fleet needs a shared journal: `journal: postgres://…`.",
            remedy: "On a single machine, use `glossport work` without a fleet."
        )
    }
}

extension JournalLocation {
    /// The fleet of the projects with this journal; `nil` for a journal of one machine.
    var fleet: (any FleetStore)? {
        get throws {
            switch self {
            case .file: nil
            case .postgres(let url, let author):
                PostgresFleet(try Self.address(url, namedBy: author))
            }
        }
    }
}
