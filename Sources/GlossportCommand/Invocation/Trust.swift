import ArgumentParser
private import Foundation
import GlossportProject
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

    /// - Parameters:
    ///   - typed: The switches that were typed; they beat the build server's variables.
    ///   - environment: The variables of the process.
    /// - Throws: ``GlossportError`` for switches that contradict each other.
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
            case nil: PullRequest.strangersChange(in: environment)
            default: nil
            }
    }

    /// Before the command runs: refuses one that is not for strangers' files, and sets the limits.
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

    /// For places that no untrusted run may ever reach, whatever command comes to be.
    static func requireTrusted() throws {
        guard isUntrusted else { return }
        throw GlossportError(
            .invalidOption,
            "In untrusted mode neither the service nor a journal can be used.",
            remedy: "Add --trusted after someone on your team has reviewed the untrusted files."
        )
    }
}
