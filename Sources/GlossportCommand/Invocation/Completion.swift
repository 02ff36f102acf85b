import ArgumentParser
private import Foundation
import GlossportChecking
import GlossportProject
import GlossportReading

/// Offers words to a shell for completion: names from the project file and from this build.
///
/// Reads only the project file and its base files: no journal, network or plugin is used. Reports no errors; an
/// unreadable project offers no words.
enum Completion {
    /// Answers a shell's completion request and ends the process; returns if this call is not such a request.
    ///
    /// Must run first, because errors about variables or other arguments must not appear between two keystrokes.
    static func runIfRequested(_ arguments: [String]) {
        guard arguments.first == "---completion" else { return }
        // Also discards messages on stderr, such as the path of the project file.
        let nowhere = open("/dev/null", O_WRONLY)
        if nowhere >= 0 { dup2(nowhere, STDERR_FILENO) }
        do {
            _ = try GlossportCommand.parseAsRoot(arguments)
        } catch  where GlossportCommand.exitCode(for: error) == .success {
            Output.line(DataText(GlossportCommand.fullMessage(for: error)))
            Output.flush()
        } catch {
            // The completion script is from another version, so no words are offered.
        }
        exit(0)
    }

    /// The words of a kind that need no quoting in a shell.
    fileprivate static func words(_ line: [String], _ known: (ProjectVocabulary?) -> [String]) -> [String] {
        known(project(named: line)).filter(isPlain)
    }

    /// The remaining words for a comma-separated list, each prefixed with the part of the list that is already typed.
    fileprivate static func listed(_ known: [String], after word: String) -> [String] {
        guard let comma = word.lastIndex(of: ",") else { return known }
        let chosen = word[...comma]
        let taken = Set(chosen.split(separator: ",").map(String.init))
        return isPlain(String(chosen.filter { $0 != "," }))
            ? known.filter { !taken.contains($0) }.map { chosen + $0 } : []
    }

    /// The names in the project file that the command line selects.
    private static func project(named words: [String]) -> ProjectVocabulary? {
        let path = Invocation.value(of: ["--project"], in: words)
        guard let file = try? ProjectText.load(path) else { return nil }
        var known = ProjectVocabulary(file.text, path: file.path)
        for base in (try? ProjectBases.of(file.text, path: file.path)) ?? [] {
            known.extend(ProjectVocabulary(base.text, path: base.path))
        }
        return known
    }

    /// Whether a shell takes the word literally: bash evaluates completions, and the project file may be untrusted.
    private static func isPlain(_ word: String) -> Bool {
        !word.isEmpty
            && word.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-_.".utf8.contains(byte)
            }
    }
}

extension CompletionKind {
    static let messages = words { $0?.messages ?? [] }
    static let products = words { $0?.products ?? [] }
    static let rules = words { _ in ["all"] + FormatRegistry(Readers.builtIn).rules.map(\.id.rawValue).sorted() }
    static let formats = words { project in Readers.builtIn.map(\.id) + (project?.readers ?? []) }
    static let plugins = words { $0?.readers ?? [] }
    static let storeLocales = words { _ in StoreLocale.all }
    /// The locales that the project expects, or all of them.
    static let locales = CompletionKind.custom { line, index, _ in
        let known = Completion.words(line) { $0.map(\.locales).flatMap { $0.isEmpty ? nil : $0 } ?? StoreLocale.all }
        return Completion.listed(known, after: line.indices.contains(index) ? line[index] : "")
    }
    static let projectFiles = CompletionKind.file(extensions: ["yaml", "yml"])

    private static func words(_ known: @escaping @Sendable (ProjectVocabulary?) -> [String]) -> CompletionKind {
        .custom { line, _, _ in Completion.words(line, known) }
    }
}
