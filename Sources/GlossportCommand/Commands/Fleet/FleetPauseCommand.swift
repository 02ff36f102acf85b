import ArgumentParser
import GlossportChecking
import GlossportImporting
import GlossportReading

/// Lets projects rest.
struct FleetPauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Stop starting imports of these apps until they are resumed.",
        discussion: """
            Imports that are running are completed.

            EXAMPLES
              glossport fleet pause com.example.northlight --note "Ticket 4711"
            """
    )

    @OptionGroup var apps: FleetAppArguments
    @OptionGroup var fleet: FleetOptions
    @OptionGroup var signature: FleetSignatureOptions

    func run() async throws {
        let person = try signature.text
        try await apps.change(fleet, "paused") { try await $0.pause($1, by: person) }
    }
}

/// Takes a pause back.
struct FleetResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Allow imports of paused apps again.",
        discussion: "EXAMPLES\n  glossport fleet resume com.example.northlight"
    )

    @OptionGroup var apps: FleetAppArguments
    @OptionGroup var fleet: FleetOptions

    func run() async throws { try await apps.change(fleet, "resumed") { try await $0.resume($1) } }
}

/// Makes projects due.
struct FleetWakeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wake",
        abstract: "Import these apps now, without further waiting.",
        discussion: """
            Also restarts parked apps, once you have fixed the cause, such as a key or a conflict at the service. Submit a changed \
            delivery with `fleet submit` instead.

            EXAMPLES
              glossport fleet wake com.example.northlight
            """
    )

    @OptionGroup var apps: FleetAppArguments
    @OptionGroup var fleet: FleetOptions

    func run() async throws { try await apps.change(fleet, "woken") { try await $0.wake($1) } }
}

/// Which apps.
struct FleetAppArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("Their bundle IDs.", valueName: "app"))
    var apps: [String]

    /// Changes them, in every environment unless one is named, and says which ones.
    ///
    /// Throws before any change if an app is not in the fleet. `deed` is a past participle such as “paused”; `body` returns those that there are.
    func change(
        _ fleet: FleetOptions,
        _ deed: String,
        _ body: (any FleetStore, [Destination]) async throws -> [Destination]
    ) async throws {
        let store = try await fleet.shared()
        let known = try await store.projects().map(\.destination)
        let chosen = known.filter { destination in
            apps.contains(destination.app) && (fleet.environment ?? destination.environment) == destination.environment
        }
        if let stranger = apps.first(where: { app in !chosen.contains { $0.app == app } }) {
            let names = Set(known.map(\.app)).sorted()
            throw GlossportError(
                .invalidOption,
                "The fleet has no app \(stranger).",
                remedy: Spelling.remedy(
                    for: stranger,
                    among: names,
                    otherwise: "`glossport fleet status` lists its apps."
                )
            )
        }
        for destination in try await body(store, chosen) { Output.line("\(destination) is \(deed).") }
    }
}
