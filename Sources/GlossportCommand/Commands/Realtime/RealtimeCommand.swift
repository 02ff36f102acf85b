import ArgumentParser
import Glossport

/// Manages the URL where Apple asks the app's server for a message before it falls back to a default.
struct RealtimeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "realtime",
        abstract: "Show, set, delete or test the real-time URL.",
        discussion: """
            Apple asks your server at this URL which message to show. If the answer is late or invalid, Apple shows the default, so \
            you still need defaults. Each environment has its own URL.

            EXAMPLES
              glossport realtime
              glossport realtime url https://retention.example.com/apple
              glossport realtime test --original-transaction-id 2000000012345678
              glossport realtime url --delete
            """,
        subcommands: [URLCommand.self, RealtimeTestCommand.self],
        defaultSubcommand: URLCommand.self
    )

    struct URLCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "url",
            abstract: "Show the real-time URL, or set or delete it.",
            discussion: """
                In production, Apple accepts a URL only after it has passed a performance test in the sandbox. Without a URL, \
                customers see the defaults.

                EXAMPLES
                  glossport realtime --environment production -o json
                  glossport realtime url https://retention.example.com/apple
                  glossport realtime url --delete
                """
        )

        @OptionGroup var change: ChangeOptions

        @Argument(
            help: ArgumentHelp("The new URL: https, with a public host and up to 256 characters.", valueName: "url")
        )
        var url: String?

        @Flag(help: "Delete the URL.")
        var delete = false

        func validate() throws {
            if delete, url != nil { throw ValidationError("--delete takes no URL.") }
        }

        func run() async throws {
            if let url { return try await ChangeRealtimeURL(to: RealtimeURL(url)).run(change) }
            if delete { return try await ChangeRealtimeURL(to: nil).run(change) }
            let session = try change.session()
            let place = session.destination
            let url = try await session.perform(ShowRealtimeURL()).output.url
            let line =
                url.map { "The real-time URL of \(place) is \(RealtimeURL.shown($0))" }
                ?? "\(place) has no real-time URL: customers see the defaults."
            try change.output.show(RealtimeURLs.schema, at: place, RealtimeURLs(url: url), lines: [line])
        }
    }
}

/// The current and the previous URL; the JSON is stable.
private struct RealtimeURLs: Encodable {
    static let schema = "glossport.realtime/1"

    var url, former: String?
}

extension ChangeRealtimeURL {
    /// Performs the change, and prints the current and the previous URL.
    fileprivate func run(_ options: ChangeOptions) async throws {
        let session = try options.session()
        let result = try await session.perform(self).output
        let former = result.former.map { "; it was \(RealtimeURL.shown($0))" } ?? ""
        let isChanged = result.url != result.former
        let line =
            switch (result.url, isChanged) {
            case (nil, false): "\(session.destination) has no real-time URL."
            case (_?, false): "This is the real-time URL already."
            case (nil, true): "The real-time URL of \(session.destination) is deleted\(former)"
            case (let url?, true): "The real-time URL of \(session.destination) is \(RealtimeURL.shown(url))\(former)"
            }
        let urls = RealtimeURLs(url: result.url, former: isChanged ? result.former : nil)
        try options.output.show(RealtimeURLs.schema, at: session.destination, urls, lines: [line])
    }
}
