import ArgumentParser
private import Foundation
import GlossportChecking
import GlossportReading
private import PluginHost

/// The words offered to a shell for completion: names from the project that a command would find, and from this build.
///
/// It reads the project file and nothing else: no journal, no network, no plugin is run. It never complains; what can't be read offers
/// nothing.
enum Completion {
    /// The kinds of words.
    enum Vocabulary: Sendable {
        case messages, products, rules, formats
        /// Reader programs that are installed.
        case plugins
        /// The locales that the project expects, or all of them.
        case locales
        /// Every locale of the App Store.
        case storeLocales
    }

    /// Answers a shell's question, if this call is one, and ends the process.
    ///
    /// Comes first, because errors about variables or other arguments must not appear between two keystrokes.
    static func runIfRequested(_ arguments: [String]) {
        guard arguments.first == "---completion" else { return }
        // Messages such as the path of the project file must not appear between two keystrokes.
        let nowhere = open("/dev/null", O_WRONLY)
        if nowhere >= 0 { dup2(nowhere, STDERR_FILENO) }
        do {
            _ = try GlossportCommand.parseAsRoot(arguments)
        } catch  where GlossportCommand.exitCode(for: error) == .success {
            Output.line(DataText(GlossportCommand.fullMessage(for: error)))
            Output.flush()
        } catch {
            // A script of another version; there is nothing to offer.
        }
        exit(0)
    }

    /// The possible words at a place.
    ///
    /// - Parameters:
    ///   - vocabulary: The kind of words wanted there.
    ///   - words: The words of the line.
    ///   - index: Which of them is being typed.
    /// - Returns: The words; after a comma, with the text before it.
    static func candidates(_ vocabulary: Vocabulary, _ words: [String], _ index: Int) -> [String] {
        let known = self.words(vocabulary, project: project(named: words)).filter(isPlain)
        let word = words.indices.contains(index) ? words[index] : ""
        guard vocabulary == .locales, let comma = word.lastIndex(of: ",") else { return known }
        let chosen = word[...comma]
        let taken = Set(chosen.split(separator: ",").map(String.init))
        return isPlain(String(chosen.filter { $0 != "," }))
            ? known.filter { !taken.contains($0) }.map { chosen + $0 } : []
    }

    private static func words(_ vocabulary: Vocabulary, project: ProjectVocabulary?) -> [String] {
        switch vocabulary {
        case .messages: return project?.messages ?? []
        case .products: return project?.products ?? []
        case .rules: return ["all"] + FormatRegistry(Readers.builtIn).rules.map(\.id.rawValue).sorted()
        case .formats:
            let own = (try? Readers.ownReaders()) ?? []
            return Readers.builtIn.map(\.id) + (project?.readers ?? []) + own.map(\.id)
        case .plugins: return Readers.search.candidates.map(\.id)
        case .locales:
            let expected = project?.locales ?? []
            return expected.isEmpty ? StoreLocale.all : expected
        case .storeLocales: return StoreLocale.all
        }
    }

    /// The names in the project file that the line speaks of.
    private static func project(named words: [String]) -> ProjectVocabulary? {
        let path = Invocation.options(["--project"], in: words).last?.value
        guard let file = try? ProjectText.load(path) else { return nil }
        var known = ProjectVocabulary(file.text, path: file.path)
        for base in (try? ProjectBases.of(file.text, path: file.path)) ?? [] {
            known.extend(ProjectVocabulary(base.text, path: base.path))
        }
        return known
    }

    /// Whether a shell takes it for itself and nothing else: bash evaluates what it is offered, and the file may be a stranger's.
    private static func isPlain(_ word: String) -> Bool {
        !word.isEmpty
            && word.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-_.".utf8.contains(byte)
            }
    }
}

extension CompletionKind {
    static let messages = names(.messages)
    static let products = names(.products)
    static let rules = names(.rules)
    static let formats = names(.formats)
    static let plugins = names(.plugins)
    static let locales = names(.locales)
    static let storeLocales = names(.storeLocales)
    static let projectFiles = CompletionKind.file(extensions: ["yaml", "yml"])

    private static func names(_ vocabulary: Completion.Vocabulary) -> CompletionKind {
        .custom { words, index, _ in Completion.candidates(vocabulary, words, index) }
    }
}
