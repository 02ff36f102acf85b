import ArgumentParser
private import Foundation
import GlossportChecking
import GlossportReading

/// Whether what this run reads may be a stranger's, as in a pull request; and what follows from that.
///
/// `GlossportCommand.main` decides it before anything is read, so no command can forget it; the project file has no say.
struct Trust {
    /// What was typed, without the two switches, which all commands have.
    let arguments: [String]
    /// Why the files may be a stranger's; `nil` if they are trusted.
    let suspicion: String?

    /// Decided once, of what was typed and the environment.
    static let decision = Result {
        try Trust(Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
    }

    /// Whether the files may be a stranger's; also where that could not be made out.
    static let isUntrusted: Bool = {
        guard case .success(let trust) = decision else { return true }
        return trust.suspicion != nil
    }()

    /// A flag beats a variable, and a variable what the build server says.
    ///
    /// - Throws: ``GlossportError`` if the switches or variables contradict each other, or say neither true nor false.
    init(_ typed: [String], environment: [String: String]) throws {
        let switches = ["--untrusted", "--trusted"]
        let mine = typed.prefix { $0 != "--" }
        arguments = mine.filter { !switches.contains($0) } + typed[mine.endIndex...]
        var chosen = switches.filter(mine.contains)
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
                "--trusted and --untrusted can't both be.",
                remedy: "Give one of them, as a flag or as GLOSSPORT_TRUSTED or GLOSSPORT_UNTRUSTED."
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
    ///
    /// - Throws: ``GlossportError`` if the command is refused.
    func enter(_ command: any ParsableCommand, named name: String) throws {
        guard let suspicion else { return }
        // Without a subcommand it only shows its help.
        guard command is any UntrustedCommand || command is GlossportCommand else {
            throw GlossportError(
                .invalidOption,
                "“\(name)” is refused in untrusted mode, which is on because \(suspicion).",
                remedy: """
                    Check a stranger's files with `glossport validate` or look at them with `glossport read`; add --trusted once one of you has \
                    read what they change.
                    """
            )
        }
        // Nothing here needs it, and what isn't there can't be lost.
        unsetenv("GLOSSPORT_PRIVATE_KEY")
        ResourceLimits.untrusted.set()
        Output.talk(
            "Untrusted mode is on because \(suspicion): nothing outside the project's folder is read, nothing is sent. --trusted turns it off."
        )
    }

    /// For places that no untrusted run may ever reach, whatever command comes to be.
    static func requireTrusted() throws {
        guard isUntrusted else { return }
        throw GlossportError(
            .invalidOption,
            "In untrusted mode neither the service nor a journal is opened.",
            remedy: "Add --trusted once one of you has read what the stranger's files change."
        )
    }

    /// For the help.
    static let helpText = """
        --untrusted, which every command has, is for files of strangers, such as a pull request's: only `validate`, `read`, \
        `readers` and `locales` work, no link is followed, nothing outside the project's folder or hidden is read, the log takes no commands, \
        no key is read, and the run ends beyond \(ResourceLimits.untrusted.text). It is on by itself where GitHub, GitLab or Azure \
        Pipelines say that a pull request comes from another repository; --trusted says otherwise. No project file can turn it off.
        """
}
