import CLibrary
import Testing

@testable import Glossport
@testable import GlossportChecking
@testable import GlossportProject
@testable import GlossportReading

@Suite("Collector")
struct CollectorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func collect(_ deliveries: [Project.Delivery]) throws -> Collected {
        var project = Project(app: "com.example.app")
        project.deliveries = deliveries
        var collector = Collector(registry: FormatRegistry([StubReader.format]), project: project)
        for delivery in deliveries { try collector.add(delivery, relativeTo: folder.path) }
        return collector.finish()
    }

    private func shown(_ path: String) -> String { folder.path + "/" + path }

    @Test("Files of known formats are read in order and become records")
    func reads() throws {
        try folder.write("vendor/b.stub", "keep.header=Bleib\nkeep.body=Daten\n")
        try folder.write("vendor/a.stub", "other.header=Hallo\n")
        let collected = try collect([Project.Delivery(path: "vendor/")])
        #expect(collected.files.map(\.path) == [shown("vendor/a.stub"), shown("vendor/b.stub")])
        #expect(collected.files.map(\.summary.units) == [1, 2])
        #expect(collected.files.map(\.locales) == [["de"], ["de"]])
        #expect(collected.catalog.records.map(\.message) == ["keep", "other"])
        #expect(collected.findings.isEmpty)
        #expect(collected.sources.count == 2)
    }

    @Test("With an observer, the collector passes it every unit and the catalog keeps none")
    func observer() throws {
        try folder.write("a.stub", "keep.header=Bleib\nkeep.body=Daten\nother=Hallo\n")
        let project = Project(app: "com.example.app")
        let seen = Mutex<[String]>([])
        var collector = Collector(registry: FormatRegistry([StubReader.format]), project: project) { unit, format in
            seen.withLock { $0.append("\(unit.key) \(format)") }
        }
        try collector.add(Project.Delivery(path: "a.stub"), relativeTo: folder.path)
        let collected = collector.finish()
        #expect(seen.withLock(\.self) == ["keep.header stub", "keep.body stub", "other stub"])
        #expect(collected.catalog.records.isEmpty)
        #expect(collected.catalog.otherKeys == Catalog.OtherKeys())
        #expect(collected.files.map(\.summary.units) == [3])
        #expect(collected.files.map(\.locales) == [["de"]])
    }

    @Test("A rule's first thousand findings about a file are listed, and the others counted")
    func floodOfFindings() throws {
        try folder.write("a.stub", String(repeating: "!\n", count: 1_501))
        let collected = try collect([Project.Delivery(path: "a.stub")])
        #expect(collected.findings.count == 1_001)
        #expect(collected.findings.last?.text == "The same was found 501 more times, which are not listed.")
        #expect(collected.findings.last?.severity == .error)
        #expect(collected.files.map(\.errors) == [1_501])
    }

    @Test("Each locale of a file is listed once, in order")
    func fileLocales() {
        var report = FileReport(path: "a.csv", format: "csv")
        for locale in ["ja", "de", "ja", nil, "fr", "de", "ar", "zh-Hans", "ar"] { report.note(locale: locale) }
        report.sortLocales()
        #expect(report.locales == ["ar", "de", "fr", "ja", "zh-Hans"])
    }

    @Test("The delivery's locale and the options that a reader supports are passed to the reader")
    func options() throws {
        try folder.write("late.stub", "keep.header=Bliv\n")
        let delivery = Project.Delivery(path: "late.stub", locale: "da", options: ["prefix": "app.", "delimiter": ";"])
        let collected = try collect([delivery])
        #expect(collected.catalog.records.map { "\($0.message) \($0.locale)" } == ["app.keep da"])
    }

    @Test("A file with an unknown locale is replaced by a returned file of the same name if that is complete")
    func correctedLocale() throws {
        try folder.write("sent/pt.stub", "keep.header=Fique\nkeep.body=Tudo fica\n")
        try folder.write("returned/pt.stub", "keep.header=Fique\nkeep.body=Tudo fica\n")
        try folder.write("less/pt.stub", "keep.header=Fique\n")
        func locales(_ returned: String) throws -> [String] {
            let sent = Project.Delivery(path: "sent", locale: "pt-RB")
            let delivery = Project.Delivery(path: returned, locale: "pt-BR", replaces: true)
            return try collect([sent, delivery]).catalog.locales.map(\.delivered)
        }
        #expect(try locales("returned") == ["pt-BR"])
        #expect(try locales("less").sorted() == ["pt-BR", "pt-RB"])
    }

    @Test("A file returned under its original path gets the keys and options of its first delivery")
    func returned() throws {
        try folder.write("sent/a.stub", "keep_header=Bleib\n")
        try folder.write("back/vendor/sent/a.stub", "keep_header=Bleib hier\n")
        try folder.write("back/other/a.stub", "keep_header=Geh\n")
        var sent = Project.Delivery(path: "sent", options: ["prefix": "app."])
        sent.keys = KeyPattern("{message}_{field}")
        let catalog = try collect([sent, Project.Delivery(path: "back", replaces: true)]).catalog
        #expect(catalog.records.map(\.message) == ["app.keep"])
        #expect(catalog.records.first?.text(.header) == "Bleib hier")
        #expect(catalog.otherKeys.first.map(\.location.path) == [shown("back/other/a.stub")])
    }

    @Test("An invalid option is reported at the delivery's location in the project file")
    func badOption() throws {
        try folder.write("late.stub")
        let place = SourceLocation(path: "glossport.yaml", line: 7, column: 5)
        let delivery = Project.Delivery(path: "late.stub", options: ["prefix": "bad"], place: place)
        let error = #expect(throws: GlossportError.self) { try collect([delivery]) }
        #expect(error?.code == .invalidOption)
        #expect(error?.location == place)
    }

    @Test("A file in an unsupported translation format is an error; a letter is a note")
    func unknownFormats() throws {
        for file in ["a.stub", "b.numbers", "c.mo", "letter.docx", "letter.txt", "d.resx"] {
            try folder.write("vendor/" + file)
        }
        let collected = try collect([Project.Delivery(path: "vendor")])
        let errors = collected.findings.filter { $0.severity == .error }
        #expect(errors.map(\.rule.rawValue) == ["unknown-format", "unknown-format", "unknown-format"])
        let paths = ["vendor/b.numbers", "vendor/c.mo", "vendor/d.resx"]
        #expect(errors.map(\.location?.path) == paths.map(shown))
        #expect(errors.first?.text == "b.numbers is a spreadsheet, a format that no reader of this project supports.")
        #expect(errors.last?.remedy.contains("`glossport plugin new`") == true)
        let notes = collected.findings.filter { $0.severity == .note }
        #expect(
            notes.map(\.text) == ["letter.docx is not a translation file.", "letter.txt is not a translation file."]
        )
    }

    @Test("A file that is named explicitly must have a supported format, whatever its name")
    func namedFile() throws {
        try folder.write("letter.txt")
        #expect(try collect([Project.Delivery(path: "letter.txt")]).findings.map(\.rule) == ["unknown-format"])
        // With `format:`, it is read.
        let forced = try collect([Project.Delivery(path: "letter.txt", format: "stub")])
        #expect(forced.findings.isEmpty)
        #expect(forced.files.map(\.format) == ["stub"])
    }

    @Test("A folder without translation files is an error at the delivery's location")
    func emptyDelivery() throws {
        try folder.write("vendor/letter.txt")
        let place = SourceLocation(path: "glossport.yaml", line: 3, column: 5)
        let findings = try collect([Project.Delivery(path: "vendor", place: place)]).findings
        let error = try #require(findings.first { $0.rule == "empty-delivery" })
        #expect(error.severity == .error)
        #expect(error.location == place)
    }

    @Test("Each file is read once, for the delivery that names it most specifically")
    func nestedDeliveries() throws {
        try folder.write("vendor/a.stub", "keep.header=Bleib\n")
        try folder.write("vendor/offers.stub", "offer.header=Nimm\n")
        try folder.write("vendor/late/b.stub", "keep.header=Bliv\n")
        let collected = try collect([
            Project.Delivery(path: "./vendor/"),
            Project.Delivery(path: "vendor/offers.stub", options: ["prefix": "app."]),
            Project.Delivery(path: "vendor/late", locale: "da"),
        ])
        #expect(collected.files.count == 3)
        let records = collected.catalog.records.map { "\($0.message) \($0.locale)" }.sorted()
        #expect(records == ["app.offer de-DE", "keep da", "keep de-DE"])
        #expect(collected.catalog.duplicates.isEmpty)
        #expect(collected.skipped["delivered separately"] == 2)
        #expect(collected.findings.isEmpty)
    }

    @Test("A file is read once if another delivery names it by another path, as on a case-insensitive volume")
    func otherPath() throws {
        try folder.write("vendor/a.stub", "keep.header=Bleib\n")
        try folder.write("vendor/offers/b.stub", "offer.header=Nimm\n")
        try folder.link("Other", to: folder.path + "/vendor")
        for offers in ["Other/offers", "Other/offers/b.stub"] {
            let collected = try collect([
                Project.Delivery(path: "vendor"), Project.Delivery(path: offers, options: ["prefix": "app."]),
            ])
            #expect(collected.files.map(\.path) == ["vendor/a.stub", "Other/offers/b.stub"].map(shown))
            #expect(collected.catalog.records.map(\.message).sorted() == ["app.offer", "keep"])
            #expect(collected.skipped["delivered separately"] == 1)
        }
    }

    @Test("A delivery's locale that contradicts the file's own language is an error")
    func contradiction() throws {
        try folder.write("fr.lproj/a.stub")
        let rules = { (locale: String) in
            try collect([Project.Delivery(path: "fr.lproj/a.stub", locale: locale)]).findings.map(\.rule.rawValue)
        }
        #expect(try rules("de-DE") == ["locale-contradiction"])
        #expect(try rules("fr-CA") == [])
        let collected = try collect([Project.Delivery(path: "fr.lproj/a.stub", locale: "de-DE")])
        #expect(collected.findings.first?.severity == .error)
        #expect(
            collected.files.map(\.locales) == [["de-DE"]],
            "The user's word counts where the rule is only a warning."
        )
    }

    @Test("A delivery without translations is an error, but an empty file among others is not")
    func empty() throws {
        try folder.write("vendor/a.stub", "")
        let place = SourceLocation(path: "glossport.yaml", line: 3, column: 5)
        let alone = try collect([Project.Delivery(path: "vendor", place: place)]).findings
        #expect(alone.map(\.rule) == ["empty-delivery"])
        #expect(alone.first?.severity == .error)
        #expect(alone.first?.location == place)
        #expect(try collect([Project.Delivery(path: "vendor/a.stub")]).findings.map(\.rule) == ["empty-delivery"])
        try folder.write("vendor/b.stub")
        #expect(try collect([Project.Delivery(path: "vendor")]).findings == [])
    }

    @Test("A thousand locales of one file are kept")
    func manyLocales() throws {
        let text = (1...3_000).map { "k\($0)=x\n" }.joined()
        var collector = Collector(registry: FormatRegistry([LocaleReader.format]), project: Project(app: "a.b"))
        try folder.write("a.locales", text)
        try collector.add(Project.Delivery(path: "a.locales"), relativeTo: folder.path)
        let report = try #require(collector.finish().files.first)
        #expect(report.locales.count == CatalogBuilder.maximumLocales)
        #expect(report.locales == report.locales.sorted())
        #expect(report.hasMoreLocales)
    }

    /// Emits each line as a unit in a separate locale.
    private struct LocaleReader: Reader {
        static let format = Format(
            id: "locales",
            name: "",
            extensions: [],
            options: [],
            rules: [],
            recognize: { LocaleReader.recognize($0) },
            reader: { LocaleReader(options: $0) }
        )
        static func recognize(_ head: FilePrefix) -> Recognition { .byName }
        init(options: ReaderOptions) {}

        func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
            var summary = ReadSummary()
            try source.forEachChunk { chunk in
                for line in String(decoding: chunk, as: UTF8.self).split(separator: "\n") {
                    let place = SourceLocation(path: source.path, line: 1, column: 1)
                    let unit = TranslationUnit(
                        key: "keep.header",
                        locale: String(line),
                        target: "x",
                        state: .translated,
                        location: place
                    )
                    emit(.unit(unit))
                    summary.units += 1
                }
            }
            return summary
        }
    }

    @Test("A file that changes while it is read is an error")
    func changing() throws {
        try folder.write("a.stub")
        let file = SourceFile(path: "a.stub", file: shown("a.stub"))
        _ = try file.head()
        let error = #expect(throws: GlossportError.self) {
            try file.forEachChunk { _ in try folder.write("a.stub", "keep.header=Bleib\nkeep.body=Neu\n") }
        }
        #expect(error?.code == .unreadableInput)
        #expect(error?.message == "a.stub changed while it was read.")
        // It must not change between two readings either.
        #expect(throws: GlossportError.self) { try file.head() }
        #expect(throws: Never.self) { try SourceFile(path: "a.stub", file: shown("a.stub")).head() }
    }

    @Test("The digest covers the bytes that were read, and they are not read again")
    func digest() throws {
        try folder.write("a.stub", "abc")
        let file = SourceFile(path: "a.stub", file: shown("a.stub")).takingDigest
        try file.forEachChunk { _ in }
        try folder.write("a.stub", "another")
        #expect(try file.digest().prefix(4) == [0xBA, 0x78, 0x16, 0xBF])
    }

    @Test("Reading a file stops at the size limit")
    func limit() throws {
        try folder.write("a.stub", String(repeating: "x", count: 1 << 20))
        let file = SourceFile(path: "a.stub", file: shown("a.stub")).takingDigest
        #expect(try file.bytes(atMost: 100_000) == nil)
        #expect(file.watched == nil, "It was not read to its end.")
        #expect(try file.bytes(atMost: 1 << 20)?.count == 1 << 20)
        #expect(file.watched != nil)
    }

    @Test("A source is recorded with the SHA-256 digest of its bytes")
    func sources() throws {
        try folder.write("a.stub", "abc")
        let source = try #require(try collect([Project.Delivery(path: "a.stub")]).sources.first?.runSource)
        #expect(source.path == shown("a.stub"))
        #expect(source.sha256.hasPrefix("ba7816bf") && source.sha256.utf8.count == 64)
    }
}
