import ArgumentParser
private import Foundation
import GlossportChecking
import GlossportReading

/// A command that may look at a stranger's files: it talks to no service, opens no journal, writes no file, reads no key and starts no
/// other program.
///
/// Each such command declares it; all others are refused in untrusted mode, also those that are yet to come.
protocol UntrustedCommand {}

/// Whether what this run reads may be a stranger's, as in a pull request; and what follows from that.
///
/// ``Invocation`` decides it before anything is read, so no command can forget it; the project file has no say.
struct Trust {
    static let switches = ["--untrusted", "--trusted"]

    /// Why the files may be a stranger's; `nil` if they are trusted.
    let suspicion: String?

    /// Whether the files may be a stranger's; also where that could not be made out.
    static let isUntrusted: Bool = {
        guard case .success(let trust) = Invocation.current.trust else { return true }
        return trust.suspicion != nil
    }()

    /// A flag beats a variable, and a variable beats the build server's.
    init(_ typed: [String], environment: [String: String]) throws {
        let switches = Self.switches
        var chosen = switches.filter(typed.contains)
        if chosen.isEmpty {
            let variables = try switches.map { name in
                let variable = EnvironmentArguments.variable(of: name)
                return try EnvironmentArguments.value(of: variable, in: environment)
                    .map { try EnvironmentArguments.isTrue($0, variable: variable) }
            }
            switch (variables[0], variables[1]) {
            case (true?, true?), (false?, false?): chosen = switches
            case (true?, _), (_, false?): chosen = ["--untrusted"]
            case (false?, _), (_, true?): chosen = ["--trusted"]
            case (nil, nil): break
            }
        }
        guard chosen.count < 2 else {
            throw GlossportError(
                .invalidOption,
                "--trusted and --untrusted cannot be combined.",
                remedy: "Remove one of them; they may be set as GLOSSPORT_TRUSTED or GLOSSPORT_UNTRUSTED."
            )
        }
        suspicion =
            switch chosen.first {
            case "--untrusted"?: "it was asked for"
            case nil: PullRequest.strangersChange(in: environment)
            default: nil
            }
    }

    /// Before the command runs: refuses one that is not for strangers' files, and sets the limits.
    func check(_ command: any ParsableCommand) throws {
        guard let suspicion else { return }
        // Without a subcommand it only shows its help.
        guard command is any UntrustedCommand || command is GlossportCommand else {
            throw GlossportError(
                .invalidOption,
                "“\(Invocation.current.name)” is refused in untrusted mode, which is on because \(suspicion).",
                remedy: """
                    Check untrusted files with `glossport validate` or view them with `glossport read`. Add --trusted after someone \
                    on your team has reviewed the changes.
                    """
            )
        }
        // Nothing here needs it, and what isn't there can't be lost.
        unsetenv("GLOSSPORT_PRIVATE_KEY")
        ResourceLimits.untrusted.set()
        Output.report(
            "Untrusted mode is on because \(suspicion): nothing outside the project's folder is read, nothing is sent. --trusted turns it off."
        )
    }

    /// For places that no untrusted run may ever reach, whatever command comes to be.
    static func requireTrusted() throws {
        guard isUntrusted else { return }
        throw GlossportError(
            .invalidOption,
            "In untrusted mode neither the service nor a journal can be used.",
            remedy: "Add --trusted after someone on your team has reviewed the untrusted files."
        )
    }

    /// For the help.
    static let helpText = """
        --untrusted is for files that you have not reviewed, such as those of a pull request. Every command has it.

        Only `validate`, `read`, `readers` and `locales` work. Glossport follows no link, reads no key and nothing that is hidden \
        or outside the project's folder, and prints nothing that a CI log would run as a command. The run stops beyond \
        \(ResourceLimits.untrusted.text). It is on automatically if GitHub, GitLab or Azure Pipelines report a pull request from \
        another repository; --trusted turns it off. A project file cannot turn it off.
        """
}
