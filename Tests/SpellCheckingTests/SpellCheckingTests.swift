private import Foundation
import GlossportChecking
import SpellChecking
import Testing

@Suite("Hunspell")
struct SpellCheckingTests {
    /// A folder with a dictionary, removed after the test.
    private final class Folder: Sendable {
        let path = FileManager.default.temporaryDirectory.appending(path: "glossport-\(UUID().uuidString)").path

        init(_ name: String, affixes: Data, words: Data) throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try affixes.write(to: URL(filePath: "\(path)/\(name).aff"))
            try words.write(to: URL(filePath: "\(path)/\(name).dic"))
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func test(_ name: String) -> InstalledDictionary.Test? {
            SpellChecking.inspector(in: ["/nowhere", path], cache: nil).dictionary(name)?.open()
        }
    }

    @Test("Words and their inflected forms are found")
    func forms() throws {
        let affixes = "SET UTF-8\nSFX A Y 1\nSFX A 0 er .\n"
        let folder = try Folder("de_DE", affixes: Data(affixes.utf8), words: Data("2\nLied/A\nfür\n".utf8))
        let isKnown = try #require(folder.test("de_DE"))
        #expect(["Lied", "Lieder", "für", "Für"].allSatisfy(isKnown))
        #expect(!["Leid", "fur", "Liedes"].contains(where: isKnown))
    }

    @Test("Words of a dictionary in a legacy encoding are converted")
    func encoding() throws {
        // “łza” in ISO 8859-2.
        let folder = try Folder(
            "pl_PL",
            affixes: Data("SET ISO8859-2\n".utf8),
            words: Data([0x31, 0x0A, 0xB3, 0x7A, 0x61, 0x0A])
        )
        let isKnown = try #require(folder.test("pl_PL"))
        #expect(isKnown("łza"))
        #expect(!isKnown("lza") && !isKnown("ლza"))
    }

    @Test("A damaged dictionary causes no crash")
    func damaged() throws {
        for bytes in [[], Array("x\n\0".utf8), [UInt8](repeating: 0xFF, count: 5_000)] {
            let folder = try Folder("de_DE", affixes: Data(bytes), words: Data(bytes))
            _ = folder.test("de_DE")?("Lieder")
        }
    }

    @Test("Threads can open and free dictionaries concurrently")
    func threads() throws {
        let folder = try Folder("de_DE", affixes: Data("SET UTF-8\n".utf8), words: Data("1\nÜber\n".utf8))
        DispatchQueue.concurrentPerform(iterations: 200) { _ in
            #expect(folder.test("de_DE")?("über") == false)
            #expect(folder.test("de_DE")?("Über") == true)
        }
    }
}
