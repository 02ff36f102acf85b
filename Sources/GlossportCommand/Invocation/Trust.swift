import ArgumentParser
private import Foundation
import GlossportProject
import GlossportReading

/// A command that may read untrusted files: in untrusted mode, it uses no service, journal or key, writes no file
/// except requested reports, and starts no program except plugins that the user trusts.
///
/// Each such command must conform; untrusted mode refuses all others, including future ones.
protocol UntrustedCommand {}

/// Whether this run's input may be untrusted, as in a pull request, and the resulting restrictions.
///
/// ``Invocation`` decides this before any file is read, so that no command can omit it and the project file can't
/// influence it.
struct Trust {
    static let switches = ["--untrusted", "--trusted"]

    /// The reason why the files may be untrusted; `nil` if they are trusted.
    let suspicion: String?

    /// Whether the files may be untrusted, or their trust could not be determined.
    static let isUntrusted: Bool = {
        guard case .success(let trust) = Invocation.current.trust else { return true }
        return trust.suspicion != nil
    }()

    /// - Parameters:
    ///   - typed: The switches that were typed; they override the build server's variables.
    ///   - environment: The variables of the process.
    /// - Throws: ``GlossportError`` if the switches are contradictory.
    init(_ typed: [String], environment: [String: String]) throws {
        let chosen = Self.switches.filter(typed.contains)
        guard chosen.count < 2 else {
            throw GlossportError(
                .invalidOption,
                "--trusted and --untrusted cannot be combined.",
                remedy: "Remove one of them."
            )
        }
        suspicion =
            switch chosen.first {
            case "--untrusted"?: "it was asked for"
            case nil: PullRequest.untrustedChange(in: environment)
            default: nil
            }
    }

    /// In untrusted mode, refuses a command that must not read untrusted files, and sets resource limits for any other.
    func check(_ command: any ParsableCommand) throws {
        guard let suspicion else { return }
        // A command without its subcommand only shows help.
        let configuration = type(of: command).configuration
        guard
            command is any UntrustedCommand || !configuration.subcommands.isEmpty || configuration.commandName == "help"
        else {
            throw GlossportError(
                .invalidOption,
                "“\(Invocation.current.name)” is refused in untrusted mode, which is on because \(suspicion).",
                remedy: """
                    Check untrusted files with `glossport validate` or view them with `glossport read`. Add --trusted after someone \
                    on your team has reviewed the changes.
                    """
            )
        }
        ResourceLimits.untrusted.set()
        Output.report(
            "Untrusted mode is on because \(suspicion): nothing outside the project's folder is read, nothing is sent. --trusted turns it off."
        )
    }

    /// Throws in untrusted mode: guards code that such a run must never reach, whatever commands are added later.
    static func requireTrusted() throws {
        guard isUntrusted else { return }
        throw GlossportError(
            .invalidOption,
            "In untrusted mode neither the service nor a journal can be used.",
            remedy: "Add --trusted after someone on your team has reviewed the untrusted files."
        )
    }
}
