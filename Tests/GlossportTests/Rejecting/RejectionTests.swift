import Foundation
import Testing

@testable import GlossportChecking
@testable import GlossportReading

@Suite("What goes back to a vendor")
struct RejectionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The stub's lines that annotations are about, each behind its remarks.
    private static func cut(_ file: SourceFile, _ annotations: [Annotation]) throws -> Excerpt {
        let text = try ExcerptText(file, encoding: .utf8, markLength: 0)
        let lines = String(decoding: text.utf8, as: UTF8.self).split(separator: "\n")
        var edits = TextEdits()
        edits.remove(0..<text.utf8.count)
        var kept = ""
        for (index, line) in lines.enumerated() where annotations.contains(where: { $0.place.line == index + 1 }) {
            kept += line + "\n"
        }
        edits.insert(kept, at: text.utf8.count)
        return Excerpt(bytes: try text.bytes(editedBy: edits), units: kept.count { $0 == "\n" }, elsewhere: [])
    }

    private func reject(
        _ texts: String,
        _ format: Format = StubReader.format.cutting { file, _, annotations in try cut(file, annotations) },
        minimum: Severity = .warning
    ) throws -> Rejection {
        try folder.write("vendor/de.stub", texts)
        var project = Project(app: "com.example.app")
        project.deliveries = [Project.Delivery(path: "vendor/")]
        let registry = FormatRegistry([format])
        var collector = Collector(registry: registry, project: project, takesDigests: true)
        for delivery in project.deliveries { try collector.add(delivery, relativeTo: folder.path) }
        let collected = collector.finish()
        let findings = collected.findings(for: project, about: Selection())
        let review = Review(project, collected, findings, rules: registry.rules)
        return try Rejection(of: review, minimum: minimum, relativeTo: folder.path, registry: registry)
    }

    private func text(_ rejection: Rejection, _ name: String) throws -> String {
        String(decoding: try #require(rejection.outputs.first { $0.path == name }).bytes, as: UTF8.self)
    }

    private static let long = String(repeating: "a", count: 67)

    @Test("Only what is faulty goes back, under its own name")
    func faulty() throws {
        let rejection = try reject("keep.header=\(Self.long)\nkeep.body=Bleib\n")
        #expect(rejection.outputs.map(\.path) == ["vendor/de.stub", "findings.csv", "README.txt"])
        #expect(try text(rejection, "vendor/de.stub") == "keep.header=\(Self.long)\n")
        #expect(rejection.files.map(\.units) == [1])
        #expect(!rejection.isIncomplete)
    }

    @Test("Of a text that was delivered twice, both go back")
    func twice() throws {
        let rejection = try reject("keep.header=Eins\nkeep.body=Bleib\nkeep.header=Zwei\n")
        #expect(try text(rejection, "vendor/de.stub") == "keep.header=Eins\nkeep.header=Zwei\n")
    }

    @Test("What is about a whole file is asked for again, and the team's project file is not spoken of")
    func whole() throws {
        let rejection = try reject("keep.header=Eins\nkeep.body=Bleib\nbroken\n")
        let letter = try text(rejection, "README.txt")
        #expect(letter.contains("PLEASE SEND THESE FILES AGAIN, WHOLE AND UNDER THE SAME NAMES"))
        #expect(!letter.contains("project file"))
    }

    @Test("The table has key, text and limit, and executes nothing")
    func table() throws {
        let rejection = try reject("keep.header==HYPERLINK(\"x\";1) \(Self.long)\nkeep.body=Bleib\n")
        let table = try text(rejection, "findings.csv")
        #expect(table.hasPrefix("\u{FEFF}key,locale,message,field,text,length,limit,source,severity,finding,"))
        #expect(
            table.contains("\r\nkeep.header,de,keep,header,\"'=HYPERLINK(\"\"x\"\";1) \(Self.long)\",85,66,,error,")
        )
        #expect(table.contains(",text-too-long,"))
    }

    @Test("The letter tells files, locales, and what was not delivered")
    func letter() throws {
        let letter = try text(try reject("keep.header=\(Self.long)\n"), "README.txt")
        #expect(letter.contains("vendor/de.stub"))
        #expect(letter.contains("  de  2\n"))
        #expect(letter.contains("- keep has no body in de-DE. The key is keep.body.\n"))
        // Remedies for the team are not for the vendor.
        #expect(!letter.contains("vendor for"))
    }

    @Test("Nothing is made of a delivery without findings")
    func nothing() throws {
        #expect(try reject("keep.header=Bleib\nkeep.body=Bei uns\n").isEmpty)
    }

    @Test("Of a format that can't be cut, the texts in question go back as a table that can be delivered")
    func uncuttable() throws {
        let rejection = try reject("keep.header=\(Self.long)\nkeep.body=Bleib\n", StubReader.format)
        #expect(rejection.outputs.map(\.path) == ["vendor/de.stub.csv", "findings.csv", "README.txt"])
        let table = try text(rejection, "vendor/de.stub.csv")
        #expect(
            table.hasPrefix(
                "\u{FEFF}key,locale,source,target,glossport: finding,glossport: rule\r\nkeep.header,de,,\(Self.long),"
            )
        )
        #expect(table.contains("Please shorten it.") && !table.contains("keep.body"))
        #expect(!rejection.isIncomplete)
    }

    @Test("A table for a vendor executes nothing, and says that a guard is no part of the text")
    func guardedTable() throws {
        let formula = "=HYPERLINK(\"http://x\") \(Self.long)"
        let rejection = try reject(
            "keep.header=\(formula)\nkeep.body=Bleib\n@sum.header=\(Self.long)\n",
            StubReader.format
        )
        let table = try text(rejection, "vendor/de.stub.csv")
        #expect(table.contains("\r\nkeep.header,de,,\"'=HYPERLINK(\"\"http://x\"\") "))
        #expect(table.contains("\r\n'@sum.header,de,,\(Self.long),"))
        #expect(table.ranges(of: "It is not part of the text.").count == 2)
    }

    @Test("Each of many messages that lack a field is asked for, with its key")
    func many() throws {
        let texts = (0..<500).map { "m\($0).header=Bleib \($0)\n" }.joined()
        let missing = try reject(texts, StubReader.format).findings.filter { $0.finding.rule == "missing-field" }
        #expect(missing.allSatisfy { $0.place == .nowhere })
        #expect(Set(missing.compactMap(\.key)) == Set((0..<500).map { "m\($0).body" }))
    }

    @Test("A cut-out that would be read differently is not sent, and that is a failure")
    func unfaithful() throws {
        let format = StubReader.format.cutting { _, _, _ in
            Excerpt(bytes: Array("keep.header=other\n".utf8), units: 1, elsewhere: [])
        }
        let rejection = try reject("keep.header=\(Self.long)\nkeep.body=Bleib\n", format)
        #expect(rejection.isIncomplete)
        #expect(rejection.files.map(\.output) == [nil])
    }

    @Test("A unit that is not found again is a failure")
    func lost() throws {
        let format = StubReader.format.cutting { file, _, annotations in
            Excerpt(bytes: try file.bytes(atMost: 1 << 20) ?? [], units: 1, elsewhere: annotations)
        }
        let rejection = try reject("keep.header=\(Self.long)\nkeep.body=Bleib\n", format)
        #expect(rejection.files.first?.problem?.text == "The unit in line 1, column 1 could not be found again.")
        #expect(rejection.isIncomplete)
    }

    @Test("A file that has changed since it was checked is an error")
    func changed() throws {
        let format = StubReader.format.cutting { file, _, annotations in try Self.cut(file, annotations) }
        try folder.write("vendor/de.stub", "keep.header=\(Self.long)\n")
        var project = Project(app: "com.example.app")
        project.deliveries = [Project.Delivery(path: "vendor/")]
        let registry = FormatRegistry([format])
        var collector = Collector(registry: registry, project: project, takesDigests: true)
        try collector.add(project.deliveries[0], relativeTo: folder.path)
        let collected = collector.finish()
        let review = Review(project, collected, collected.findings(for: project, about: Selection()), rules: [])
        try folder.write("vendor/de.stub", "keep.header=\(Self.long)b\n")
        #expect(throws: GlossportError.self) { try Rejection(of: review, minimum: .warning, registry: registry) }
    }

    @Test(
        "No path leads out of the folder, and no two files get one name",
        arguments: [
            ("vendor/de.csv", "vendor/de.csv"), ("../../etc/passwd", "etc/passwd"), ("/etc/./x", "etc/x"),
            ("a/../b", "a/b"), ("..", "file"), ("findings.csv", "2/findings.csv"), ("ReadMe.TXT", "2/ReadMe.TXT"),
            ("a\u{202E}b\n/c", "a\\u{202E}b\\u{A}/c"), ("C:\\x/..\\..\\y", "Cx/....y"), ("p/vendor/x", "vendor/x"),
        ]
    )
    func names(path: String, name: String) {
        var names = OutputNames()
        #expect(names.name(for: path, relativeTo: "p") == name)
        #expect(names.name(for: path.uppercased(), relativeTo: "P") != name)
    }

    @Test("No spreadsheet executes a cell, nor what it takes for a cell within one")
    func formulas() {
        for sign in "=+-@＝" {
            #expect(FormulaGuard.guarded("\(sign)x") == "'\(sign)x")
            for divider in [";", "\t", "\n", "\r"] {
                #expect(FormulaGuard.guarded("a\(divider)\(sign)x") == "a\(divider)'\(sign)x")
            }
        }
        #expect(FormulaGuard.guarded("a-1; b@c") == "a-1; b@c")
    }

    @Test("No name is longer than file systems take, and none is both a file and a folder")
    func oddNames() {
        var names = OutputNames()
        let long = names.name(for: String(repeating: "n", count: 300) + ".csv", relativeTo: "")
        #expect(long.utf8.count <= 210 && long.hasSuffix(".csv"))
        #expect(names.name(for: "d.csv", relativeTo: "") == "d.csv")
        #expect(names.name(for: "d.csv/e.csv", relativeTo: "") == "2/d.csv/e.csv")
    }

    @Test("Our own letter and table are no translations, whatever a spreadsheet has made of them")
    func kitFiles() {
        let table =
            "Key;Locale;Message;Field;Text;Length;Limit;Source;Severity;Finding;Remedy;Rule;Fingerprint;File;Line\n"
        func head(_ path: String, _ text: String) -> FilePrefix { FilePrefix(path: path, bytes: Array(text.utf8)) }
        #expect(ReturnPackageFile.recognizes(head("back/findings.csv", table.lowercased())))
        #expect(
            ReturnPackageFile.recognizes(
                head("Findings (1).csv", "\u{FEFF}" + table.lowercased().replacing(";", with: ","))
            )
        )
        #expect(ReturnPackageFile.recognizes(head("README.txt", "TRANSLATIONS TO CORRECT\r\n")))
        #expect(!ReturnPackageFile.recognizes(head("retention.csv", "key,locale,text\n")))
        #expect(!ReturnPackageFile.recognizes(head("x.xliff", table.lowercased())))
    }

    @Test("Each vendor gets what is wrong in their files, and what is missing in their locales")
    func vendors() throws {
        try folder.write("a/de.stub", "keep.header=\(Self.long)\nkeep.body=Bleib\n")
        try folder.write("b/fr.stub", "keep.header=Restez\n")
        var project = Project(app: "com.example.app")
        project.deliveries = [("a", "Nord", "de-DE"), ("b", "Sud", "fr-FR")].map { path, vendor, locale in
            var delivery = Project.Delivery(path: path, locale: locale)
            delivery.vendor = vendor
            delivery.locales = [locale, locale == "fr-FR" ? "it" : "sv"].compactMap { StoreLocale($0) }
            return delivery
        }
        project.locales.expected = ["de-DE", "fr-FR", "it", "sv"].compactMap { StoreLocale($0) }
        let registry = FormatRegistry([StubReader.format])
        var collector = Collector(registry: registry, project: project, takesDigests: true)
        for delivery in project.deliveries { try collector.add(delivery, relativeTo: folder.path) }
        let collected = collector.finish()
        let review = Review(
            project,
            collected,
            collected.findings(for: project, about: Selection()),
            rules: registry.rules
        )
        let vendors = Vendors(of: review, relativeTo: folder.path, isPart: false)
        #expect(vendors.names == ["Nord", "Sud"])
        let letters = try vendors.names.map { vendor in
            let rejection = try Rejection(
                of: review,
                minimum: .warning,
                relativeTo: folder.path,
                registry: registry,
                where: { vendors.concerns($0, vendor) }
            )
            return try text(rejection, "README.txt")
        }
        #expect(letters[0].contains("sv: we have not received any translations.") && !letters[0].contains("fr-FR"))
        #expect(letters[1].contains("it: we have not received any translations.") && !letters[1].contains("de-DE"))
        #expect(letters[1].contains("keep.body") && !letters[1].contains("project file"))
    }

    @Test("What is about the team's own project file goes to no vendor")
    func team() throws {
        let rejection = try reject("keep.header=Bleib\nkeep.body=Hier\nkeep.body=Hier\n")
        #expect(rejection.isEmpty, "\(rejection.findings)")
    }
}
