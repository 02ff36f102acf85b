import ArgumentParser
import Glossport
import GlossportProject
import GlossportReading

struct ServiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Address of the service instead of Apple's, such as an emulator's; or sandbox=URL,production=URL. Also GLOSSPORT_ENDPOINT.",
            valueName: "url"
        )
    )
    var endpoint: String?

    @Flag(
        help: ArgumentHelp(
            "Use the .p8 file even if users other than you and root can read or replace it.",
            discussion: "Not needed for secrets mounted by Kubernetes, Docker or systemd."
        )
    )
    var allowSharedKey = false

    @Option(
        help: ArgumentHelp(
            "Append one JSON line per request and answer to this file, without secrets and texts.",
            valueName: "file"
        ),
        completion: .file()
    )
    var log: String?

    @Flag(help: "Send without waiting for the end of a pause after a 429.")
    var ignorePause = false

    /// The configured address for an environment; `nil` for Apple's own.
    ///
    /// - Throws: ``GlossportError`` if addresses are given by environment but not for this one, because Apple's address
    ///   would be unexpected.
    func endpoint(for environment: ServiceEnvironment) throws -> String? {
        let endpoint = endpoint ?? EnvironmentVariable.endpoint.value
        guard let endpoint, endpoint.hasPrefix("sandbox=") || endpoint.hasPrefix("production=") else { return endpoint }
        let prefix = environment.rawValue + "="
        guard let own = endpoint.split(separator: ",").first(where: { $0.hasPrefix(prefix) }) else {
            throw GlossportError(
                .invalidOption,
                "--endpoint has no address for \(environment.rawValue).",
                remedy: "Add \(prefix)URL to it, after a comma."
            )
        }
        return String(own.dropFirst(prefix.count))
    }
}

struct AccessOptions: ParsableArguments {
    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Service") var service: ServiceOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func session(
        in workspace: Workspace? = nil,
        _ lock: LockOptions? = nil,
        asking conversation: TerminalConversation = TerminalConversation(),
        showing progress: RunProgress = RunProgress()
    ) throws -> Session {
        try (workspace ?? Workspace(project, needsApp: true)).session(
            service,
            limits,
            lock,
            asking: conversation,
            showing: progress
        )
    }
}

/// The options of a manual change, which locks out other runs and needs confirmation.
struct ChangeOptions: ParsableArguments {
    // Repeats the three groups of AccessOptions instead of nesting them: see OutputOptions.
    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Service") var service: ServiceOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Limits") var lock: LockOptions
    @OptionGroup var consent: ConsentOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func session(showing progress: RunProgress = RunProgress()) throws -> Session {
        let conversation = TerminalConversation(agreed: consent.yes)
        return try Workspace(project, needsApp: true)
            .session(service, limits, lock, asking: conversation, showing: progress)
    }
}
