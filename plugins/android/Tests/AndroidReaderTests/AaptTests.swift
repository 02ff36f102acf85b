import AndroidReader
import Foundation
import GlossportReading
import Testing

private let program = ["/usr/bin/aapt2", "/usr/local/bin/aapt2"].first {
    FileManager.default.isExecutableFile(atPath: $0)
}

/// Compares the reader with aapt2, which builds Android's apps (Debian package `aapt`).
@Suite("The Android reader agrees with aapt2", .enabled(if: program != nil, "aapt2 is not installed"))
struct AaptTests {
    private static let pieces: [String] =
        [
            "word", "Wörter", "花", "🎈", " ", " ", "  ", "\n  ", "\t", "\u{A0}", "%1$s", "50 %", "@", "?", "/", ":", "#",
            "\"", "\"", "\\n", "\\t", "\\'", "\\\"", "\\@", "\\?", "\\#", "\\\\", "\\ ", "\\u00e4", "\\u2019",
            "\\u0020",
            "\\x", "\\\n", "&amp;", "&lt;", "&gt;", "&quot;", "&#160;", "&#x1F388;", "&#10;", "<!-- note -->",
            "<![CDATA[ <i> & ]]>", "<![CDATA[]]>", "<xliff:g>%s</xliff:g>",
            "<xliff:g id=\"x\" example=\"y\"> a  b </xliff:g>",
            "<xliff:g>\\</xliff:g>", "<xliff:g/>",
        ]
    private static let spans = [
        "<b>b</b>", "<i> i  </i>", "<u>\"u  </u>", "<b><i>x\"</i> </b>", "<b/>", "<b> <xliff:g> g </xliff:g></b>",
    ]

    /// Returns the texts that aapt2 compiles from a file; `nil` if it rejects the file.
    private static func compiled(_ text: String, folder: String = "values-de") throws -> [String: String]? {
        let work = FileManager.default.temporaryDirectory.appending(path: "glossport-aapt-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: work) }
        let file = work.appending(path: "res/\(folder)/strings.xml")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        guard try run(["compile", file.path, "-o", work.path]) != nil,
            let flat = try FileManager.default.contentsOfDirectory(atPath: work.path).first(
                where: { $0.hasSuffix(".flat") }
            ), let dump = try run(["dump", "apc", work.appending(path: flat).path])
        else { return nil }
        var texts: [String: String] = [:]
        let resource =
            #/\ {6}resource 0x\d+ string/(\S+)\n {8}\([^\n]*?\) (?:\(styled string\) )?"(.*?)"(?: [^\n"]*)? src=[^\n]*\n/#
        for match in dump.matches(of: resource.dotMatchesNewlines()) {
            // aapt2 indents the lines of a text.
            texts[String(match.1)] = String(match.2).replacing("\n        ", with: "\n")
        }
        return texts
    }

    private static func run(_ arguments: [String]) throws -> String? {
        guard let program else { return nil }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }

    @Test("Thousands of random texts yield the same results in the reader and in aapt2")
    func random() throws {
        var state: UInt64 = 20_261_122
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let strings = (0..<10_000).map { number in
            let pieces = number % 4 == 0 ? Self.pieces + Self.spans : Self.pieces
            let text = (0..<random(10)).map { _ in pieces[random(pieces.count)] }.joined()
            return "<string name=\"s\(number)\" formatted=\"false\">\(number % 3 == 0 ? "\"\(text)\"" : text)</string>"
        }
        var ours: [String: String] = [:]
        // Use several files, because reading stops after 100 errors.
        for start in stride(from: 0, to: strings.count, by: 200) {
            let reading = try Reading(strings: strings[start..<start + 200].joined(separator: "\n"))
            for unit in reading.units { ours[unit.key] = unit.target ?? "" }
            #expect(
                Set(reading.rules).isSubset(of: [
                    "android-doubtful-escape", "android-dropped-quotes", "android-dropped-formatting",
                    "android-reference",
                ])
            )
        }
        let theirs = try #require(try Self.compiled(Reading.document(strings.joined(separator: "\n"))))
        #expect(ours.count > 9_000)
        #expect(Set(ours.keys) == Set(theirs.keys))
        for (key, text) in ours where theirs[key] != text {
            Issue.record("\(key) is \(text.debugDescription), not \(theirs[key].debugDescription)")
        }
    }

    @Test(
        "A text that the reader skips is a reference or an error for aapt2, too",
        arguments: [
            "\\u12 x", "@string/a", "@+id/a", "?attr/a", "?a", "@null", "@empty", "@android:string/ok",
            "@*android:string/a",
            "?a:b:c", "?: :x", "?a:attr/b",
        ]
    )
    func leftOut(text: String) throws {
        let string = "<string name=\"a\">\(text)</string>"
        #expect(try Reading(strings: string).units == [])
        #expect(try Self.compiled(Reading.document(string))?["a"] == nil)
    }

    @Test(
        "A text that only looks like a reference is a text for aapt2, too",
        arguments: [
            "@handle", "@a/b", "@:string/a", "@string/", "?", "?/a", "?:a", "?a/b", "?a b/c", "@+string/a", "@+*id/a",
        ]
    )
    func texts(text: String) throws {
        let string = "<string name=\"a\">\(text)</string>"
        #expect(try Reading(strings: string).texts == ["a=\(text)"])
        #expect(try Self.compiled(Reading.document(string))?["a"] == text)
    }

    @Test("The reader and aapt2 accept or reject the same folders", arguments: FolderNames.all)
    func folders(folder: String, locale: String?, isKnown: Bool) throws {
        let string = "<string name=\"a\">x</string>"
        #expect((try Self.compiled(Reading.document(string), folder: folder) != nil) == isKnown)
    }
}
