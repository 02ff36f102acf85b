import Testing

@testable import GlossportChecking
@testable import GlossportProject
@testable import GlossportReading

@Suite("Corrected deliveries")
struct CorrectionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func collect(_ replaces: Bool..., reader: Format = StubReader.format) throws -> Collected {
        var project = Project(app: "com.example.app")
        project.deliveries = replaces.enumerated().map {
            Project.Delivery(path: "\($0.offset).stub", locale: $0.offset == 9 ? "x" : nil, replaces: $0.element)
        }
        var collector = Collector(registry: FormatRegistry([reader]), project: project)
        for delivery in project.deliveries { try collector.add(delivery, relativeTo: folder.path) }
        return collector.finish()
    }

    private func open(_ settled: SettledFindings, _ findings: [Finding]) -> [Finding] {
        settled.open(among: findings, in: [], replacedBy: Catalog(), of: Project(app: "com.example.app"))
    }

    @Test("A replacing delivery replaces texts by key, adds new keys and keeps the other texts")
    func wins() throws {
        try folder.write("0.stub", "keep.header=Alt\nkeep.body=Bleibt\n")
        try folder.write("1.stub", "keep.header=Neu\nkeep.altText=Dazu\n")
        let catalog = try collect(false, true).catalog
        let record = try #require(catalog.records.first)
        #expect(record.text(.header) == "Neu")
        #expect(record.text(.body) == "Bleibt")
        #expect(record.text(.altText) == "Dazu")
        #expect(catalog.duplicates.isEmpty && catalog.repetitions.isEmpty)
        #expect(catalog.replaced.first.map { "\($0.field.name) \($0.place.line) \($0.winner.line)" } == ["header 1 1"])
    }

    @Test("Without `replaces`, a second text for a key is a duplicate")
    func duplicate() throws {
        try folder.write("0.stub", "keep.header=Alt\n")
        try folder.write("1.stub", "keep.header=Neu\n")
        let catalog = try collect(false, false).catalog
        #expect(catalog.records.first?.text(.header) == "Alt")
        #expect(catalog.duplicates.count == 1)
    }

    @Test("A correction resolves earlier duplicates of its keys, but not those within itself")
    func duplicates() throws {
        try folder.write("0.stub", "keep.header=Eins\nkeep.header=Zwei\nkeep.body=Eins\nkeep.body=Zwei\n")
        try folder.write("1.stub", "keep.header=Drei\nkeep.altText=Vier\nkeep.altText=Fünf\n")
        let catalog = try collect(false, true).catalog
        #expect(catalog.records.first?.text(.header) == "Drei")
        #expect(catalog.duplicates.first.map(\.field) == [.body, .altText])
        #expect(catalog.duplicates.count == 2)
    }

    @Test("A corrected key resolves the wrong one, and a repeated text within a correction is harmless")
    func keys() throws {
        try folder.write("0.stub", "keep.heder=Eins\nkeep.body=Zwei\nkeep.nonsense=Drei\n")
        try folder.write("1.stub", "keep.header=Eins\nkeep.header=Eins\n")
        let catalog = try collect(false, true).catalog
        #expect(catalog.records.first?.text(.header) == "Eins")
        #expect(catalog.unknownFields.first.map(\.name) == ["nonsense"])
        #expect(catalog.repetitions.isEmpty)
    }

    @Test("The last of several corrections of a text wins")
    func last() throws {
        try folder.write("0.stub", "keep.header=Eins\n")
        try folder.write("1.stub", "keep.header=Zwei\n")
        try folder.write("2.stub", "keep.header=Drei\n")
        #expect(try collect(false, true, true).catalog.records.first?.text(.header) == "Drei")
    }

    @Test("A correction may use another identifier for its locale than the corrected file")
    func locales() {
        func unit(_ text: String, _ locale: String, _ line: Int) -> TranslationUnit {
            let place = SourceLocation(path: "a", line: line, column: 1)
            return TranslationUnit(
                key: "keep.header",
                locale: locale,
                target: text,
                state: .translated,
                location: place
            )
        }
        for (first, second) in [("de-DE", "de"), ("de", "de-DE")] {
            var builder = CatalogBuilder(project: Project(app: "com.example.app"))
            builder.beginDelivery(replaces: false)
            builder.add(unit("Alt", first, 1))
            builder.beginDelivery(replaces: true)
            builder.add(unit("Neu", second, 2))
            let catalog = builder.finish()
            #expect(catalog.records.map { $0.text(.header) } == ["Neu"])
            #expect(catalog.duplicates.isEmpty)
        }
    }

    @Test("A reader's finding about a unit is resolved once that unit is delivered again, and only then")
    func findings() {
        func finding(_ key: String?, _ locale: String?) -> Finding {
            let place = SourceLocation(path: "a.csv", line: 1, column: 1)
            var finding = Finding("csv-mojibake", .error, "Broken.", remedy: "Mend it.", at: place, locale: locale)
            finding.key = key
            return finding
        }
        let findings = [
            finding("a", "de"), finding("a", "fr"), finding("a", nil), finding("b", "de"), finding(nil, "de"),
        ]
        var settled = SettledFindings()
        settled.beginDelivery(after: findings, in: [])
        let place = SourceLocation(path: "b.csv", line: 1, column: 1)
        settled.take(TranslationUnit(key: "a", locale: "DE", target: "x", state: .translated, location: place))
        #expect(open(settled, findings) == [findings[1], findings[3], findings[4]])
    }

    @Test(
        "A file's errors are resolved by a sound file with its name, its locale and as many units",
        arguments: [
            ("back/offers.xliff", 2, 0, "de", true), ("back/other.xliff", 2, 0, "de", false),
            ("back/offers.xliff", 1, 0, "de", false), ("back/offers.xliff", 2, 1, "de", false),
            ("back/offers.xliff", 2, 0, "fr", false),
        ]
    )
    func wholeFiles(path: String, units: Int, errors: Int, locale: String, isSettled: Bool) {
        func report(_ path: String, _ units: Int, _ locale: String) -> FileReport {
            var report = FileReport(path: path, format: "xliff")
            report.summary.units = units
            report.note(locale: locale)
            report.sortLocales()
            return report
        }
        let place = SourceLocation(path: "vendor/offers.xliff", line: 9, column: 1)
        let broken = Finding("xliff-not-well-formed", .error, "Broken.", remedy: "Mend it.", at: place)
        var settled = SettledFindings()
        settled.beginDelivery(after: [broken], in: [report("vendor/offers.xliff", 2, "de")])
        var whole = report(path, units, locale)
        whole.errors = errors
        settled.take(whole)
        #expect(open(settled, [broken]).isEmpty == isSettled)
    }
}
