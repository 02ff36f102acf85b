private import CLibrary
private import Foundation
import Testing

@testable import GlossportChecking

/// The verdicts that are kept for later runs.
@Suite("Verdict cache")
struct VerdictCacheTests {
    private let folder: TemporaryFolder
    private let opened = Openings()

    private final class Openings: Sendable {
        let count = Mutex(0)
    }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("de_DE.aff", "SET UTF-8\n")
        try folder.write("de_DE.dic", "1\nLieder\n")
    }

    /// The verdicts of a new run, from a dictionary that knows one word.
    private func verdicts(_ words: [String], cache: String = "cache") -> [String: WordVerdict] {
        let inspector = SpellingInspector(in: [folder.path], cache: folder.path + "/" + cache) { [opened] _, _ in
            opened.count.withLock { $0 += 1 }
            return { $0 == "Lieder" }
        }
        let verdicts = inspector.dictionary("de_DE")?.verdicts(on: words, near: NearWord.Finder("de")) ?? []
        return zip(words, verdicts).reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    private var openings: Int { opened.count.withLock { $0 } }
    private var file: String { "cache/de_DE.txt" }

    private func text(of file: String) throws -> String {
        try String(contentsOfFile: folder.path + "/" + file, encoding: .utf8)
    }

    @Test("A second run returns the same verdicts without opening a dictionary")
    func kept() {
        let words = ["Lieder", "Leider", "Jahresabo"]
        let first = verdicts(words)
        #expect(first == ["Lieder": .known, "Leider": .near(NearWord("Lieder", .order)), "Jahresabo": .strange])
        #expect(verdicts(words) == first)
        #expect(openings == 1)
        // One new word opens the dictionary; the others stay cached.
        #expect(verdicts(["Neues"]).count == 1)
        #expect(verdicts(words + ["Neues"]).count == 4)
        #expect(openings == 2)
    }

    @Test("A word that is asked twice has one verdict")
    func repeated() {
        let inspector = SpellingInspector(in: [folder.path], cache: nil) { _, _ in { $0 == "Lieder" } }
        let words = ["Leider", "Lieder", "Leider"]
        let verdicts = inspector.dictionary("de_DE")?.verdicts(on: words, near: NearWord.Finder("de"))
        #expect(verdicts == [.near(NearWord("Lieder", .order)), .known, .near(NearWord("Lieder", .order))])
    }

    @Test("A changed dictionary clears the cache; a rewritten identical one does not")
    func otherBytes() throws {
        _ = verdicts(["Lieder"])
        try folder.write("de_DE.dic", "1\nLieder\n")
        #expect(verdicts(["Lieder"]) == ["Lieder": .known])
        #expect(openings == 1)
        try folder.write("de_DE.dic", "1\nLeider\n")
        _ = verdicts(["Lieder"])
        #expect(openings == 2)
    }

    @Test("A damaged file counts as empty and is replaced")
    func damaged() throws {
        _ = verdicts(["Lieder"])
        let whole = try text(of: file)
        for damage in [
            "", "x", whole.replacing("Lieder\t+", with: "Lieder\t!"), String(whole.dropLast(70)), whole + "\0",
        ] {
            try folder.write(file, damage)
            #expect(verdicts(["Lieder"]) == ["Lieder": .known])
            #expect(try text(of: file) == whole)
        }
        #expect(openings == 6)
    }

    @Test("The cache keeps a bounded number of words, those of the last run first")
    func bounded() throws {
        _ = verdicts((0..<15_000).map { "wort\($0)" })
        _ = verdicts((0..<15_000).map { "neues\($0)" })
        let lines = try text(of: file).split(separator: "\n").filter { $0.contains("\t") }
        #expect(lines.count == 15_000 && lines.allSatisfy { $0.hasPrefix("neues") })
    }

    @Test("A folder that cannot be written is ignored")
    func unwritable() {
        #expect(verdicts(["Lieder"], cache: "de_DE.dic/cache") == ["Lieder": .known])
    }

    @Test("A dictionary that cannot be opened has no verdicts")
    func unusable() {
        let inspector = SpellingInspector(in: [folder.path], cache: nil) { _, _ in nil }
        #expect(inspector.dictionary("de_DE")?.verdicts(on: ["Lieder"], near: nil) == [nil])
        #expect(inspector.dictionary("fr_FR")?.name == nil)
    }
}
