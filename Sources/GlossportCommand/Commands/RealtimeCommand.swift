import ArgumentParser
import Glossport
import GlossportChecking
import GlossportImporting

/// The address that Apple asks which message to show, before it shows a default.
struct RealtimeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "realtime",
        abstract: "Show, set, delete or test the real-time URL.",
        discussion: """
            Apple asks your server at this URL which message to show. If the answer is late or invalid, Apple shows the default, so \
            you still need defaults. Each environment has its own URL.

            EXAMPLES
              glossport realtime
              glossport realtime set https://retention.example.com/apple
              glossport realtime test --original-transaction-id 2000000012345678
              glossport realtime delete
            """,
        subcommands: [Show.self, Set.self, Delete.self, RealtimeTestCommand.self],
        defaultSubcommand: Show.self
    )

    /// Shows the URL.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the real-time URL (the default).",
            discussion: "EXAMPLES\n  glossport realtime\n  glossport realtime --environment production -o json"
        )

        @OptionGroup var access: AccessOptions
        @OptionGroup(title: "Output") var output: OutputOptions

        private struct Report: CommandReport {
            var schema = "glossport.realtime/1"
            var app: String
            var environment: ServiceEnvironment
            var url: String?

            func lines(verbose: Bool, on terminal: Terminal) -> [String] {
                let place = "\(app) (\(environment.rawValue))"
                return [
                    url.map { "The real-time URL of \(place) is \(RealtimeURL.shown($0))" }
                        ?? "\(place) has no real-time URL: customers see the defaults."
                ]
            }
        }

        func run() async throws {
            let session = try access.session()
            let destination = session.destination
            let url = try await session.perform(ShowRealtimeURL()).output.url
            output.show(Report(app: destination.app, environment: destination.environment, url: url))
        }
    }

    /// Sets the URL.
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Set the real-time URL, replacing the current one.",
            discussion: """
                In production, Apple accepts a URL only after it has passed a performance test in the sandbox.

                EXAMPLES
                  glossport realtime set https://retention.example.com/apple
                """
        )

        @OptionGroup var change: ChangeOptions

        @Argument(help: ArgumentHelp("An https URL with a public host and up to 256 characters.", valueName: "url"))
        var url: String

        func run() async throws { try await ChangeRealtimeURL(to: RealtimeURL(url)).run(change.session()) }
    }

    /// Deletes the URL.
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete the real-time URL; customers see the defaults.",
            discussion: "EXAMPLES\n  glossport realtime delete"
        )

        @OptionGroup var change: ChangeOptions

        func run() async throws { try await ChangeRealtimeURL(to: nil).run(change.session()) }
    }
}

extension ChangeRealtimeURL {
    /// Performs it, and says what came of it.
    fileprivate func run(_ session: Session) async throws {
        let result = try await session.perform(self).output
        let former = result.former.map { "; it was \(RealtimeURL.shown($0))" } ?? ""
        switch (result.url, result.url == result.former) {
        case (nil, true): Output.line("\(session.destination) has no real-time URL.")
        case (_?, true): Output.line("This is the real-time URL already.")
        case (nil, false): Output.line("The real-time URL of \(session.destination) is deleted\(former)")
        case (let url?, false):
            Output.line("The real-time URL of \(session.destination) is \(RealtimeURL.shown(url))\(former)")
        }
        Output.flush()
    }
}
