import Testing

@testable import GlossportChecking
@testable import GlossportProject
@testable import GlossportReading

@Suite("Files that come back")
struct ReturnedFilesTests {
    private static let first = "glossport package 20261126T150233Z LatAm"
    private static let second = "glossport package 20261203T090000Z LatAm"

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func delivery(_ path: String, locale: String? = nil, replaces: Bool = false) -> Project.Delivery {
        Project.Delivery(path: path, locale: locale, replaces: replaces)
    }

    private func collect(_ deliveries: [Project.Delivery], vendors: [String] = ["LatAm"]) throws -> Collected {
        var project = Project(app: "com.example.app")
        project.deliveries = deliveries
        project.vendors = vendors.map { Project.Vendor(name: $0) }
        var collector = Collector(registry: FormatRegistry([StubReader.format]), project: project)
        for delivery in deliveries { try collector.add(delivery, relativeTo: folder.path) }
        return collector.finish()
    }

    private func header(_ collected: Collected) -> String? { collected.catalog.records.first?.text(.header) }

    @Test("A file returned under its old path belongs to the original file's vendor")
    func vendorOfWholeFile() throws {
        try folder.write("vendors/lingohaus/sv.stub", "keep_header=Gammal\n")
        try folder.write("returned/Lingohaus/vendors/lingohaus/sv.stub", "keep_header=Ny\n")
        var vendor = delivery("vendors/lingohaus/")
        vendor.vendor = "Lingohaus"
        vendor.keys = KeyPattern("{message}_{field}")
        let collected = try collect([vendor, delivery("returned/", replaces: true)], vendors: ["Lingohaus"])
        #expect(collected.files.map(\.vendor) == ["Lingohaus", "Lingohaus"])
        #expect(header(collected) == "Ny")
    }

    @Test("A package belongs to the vendor that it names, even if its delivery names none")
    func vendorOfPackage() throws {
        try folder.write("returned/a.stub", "keep.header=Quédate ## \(Self.first)\n")
        #expect(try collect([delivery("returned/")]).files.map(\.vendor) == ["LatAm"])
    }

    @Test("Texts of an update that is listed before an older correction are replaced, and this is reported")
    func wrongOrder() throws {
        try folder.write("vendor/a.stub", "keep.header=Alt\n")
        try folder.write("update/a.stub", "keep.body=Da\nkeep.header=Neu\n")
        try folder.write("returned/a.stub", "keep.header=Korrigiert\n")
        let deliveries = [
            delivery("vendor/"), delivery("update/", replaces: true), delivery("returned/", replaces: true),
        ]
        let collected = try collect(deliveries)
        #expect(header(collected) == "Korrigiert")
        let replaced = collected.catalog.replaced.first.map { text in
            "\(text.message).\(text.field.name) \(text.locale) \(text.place) \(text.winner)".replacing(
                folder.path + "/",
                with: ""
            )
        }
        #expect(
            replaced == [
                "keep.header de-DE update/a.stub:2:1 returned/a.stub:1:1",
                "keep.header de-DE vendor/a.stub:1:1 returned/a.stub:1:1",
            ]
        )
    }

    @Test("The newer of two packages wins, even if they share a folder or are listed in the wrong order")
    func rounds() throws {
        try folder.write("vendor/a.stub", "keep.header=Alt\n!keep.body\n")
        try folder.write("returned/b/1.stub", "keep.header=Eins ## \(Self.first)\nkeep.body=Eins ## \(Self.first)\n")
        try folder.write("returned/a/2.stub", "keep.header=Zwei ## \(Self.second)\n")
        for deliveries in [["vendor", "returned"], ["returned", "vendor"], ["returned/a", "vendor", "returned/b"]] {
            let collected = try collect(deliveries.map { delivery($0) })
            #expect(header(collected) == "Zwei")
            #expect(collected.catalog.records.first?.text(.body) == "Eins")
            #expect(collected.findings.isEmpty)
            #expect(collected.catalog.replaced.count == 2)
        }
    }

    @Test(
        "An older package does not resolve a finding in a newer one, whatever its delivery declares",
        arguments: [false, true]
    )
    func olderFinding(replaces: Bool) throws {
        try folder.write("1/a.stub", "keep.body=Eins ## \(Self.first)\nkeep.header=Eins ## \(Self.first)\n")
        try folder.write("2/a.stub", "keep.header=Zwei ## \(Self.second)\n!keep.body\n!\n")
        let collected = try collect([delivery("2"), delivery("1", replaces: replaces)])
        #expect(collected.findings.map(\.key) == ["keep.body", nil])
    }

    @Test("An unmarked correction with its own key pattern resolves a finding in a package listed before it")
    func correctedPackage() throws {
        try folder.write("1.stub", "keep.header=Eins ## \(Self.first)\n!keep.body\n")
        try folder.write("2.stub", "keep_body=Zwei\n")
        var correction = delivery("2.stub", replaces: true)
        correction.keys = KeyPattern("{message}_{field}")
        #expect(try collect([delivery("1.stub"), correction]).findings.isEmpty)
        #expect(try collect([correction, delivery("1.stub")]).findings.count == 1)
    }

    @Test("A package that is returned again resolves its own findings if it is delivered later")
    func again() throws {
        try folder.write("1.stub", "keep.header=Eins ## \(Self.first)\n!keep.body\n")
        try folder.write("2.stub", "keep.body=Zwei ## \(Self.first)\n")
        #expect(try collect([delivery("1.stub"), delivery("2.stub")]).findings.isEmpty)
        #expect(try collect([delivery("2.stub"), delivery("1.stub")]).findings.count == 1)
    }

    @Test(
        "If all texts of an unreadable file have come back, the team is asked to remove that file"
    )
    func unreadable() throws {
        try folder.write("fr/a.stub", "keep.header=Restez\nkeep.body=Encore\n")
        try folder.write("vendor/de.lproj/a.stub", "!\n")
        let deliveries = [delivery("fr", locale: "fr-FR"), delivery("vendor"), delivery("back")]
        try folder.write("back/a.stub", "keep.header=Da ## \(Self.first)\n")
        let half = try collect(deliveries).findings
        #expect(half.map(\.vendorRequest) == ["Mend it."])
        try folder.write("back/a.stub", "keep.header=Da ## \(Self.first)\nkeep.body=Noch ## \(Self.first)\n")
        let whole = try collect(deliveries).findings
        #expect(whole.map(\.vendorRequest) == [nil])
        #expect(whole[0].remedy.hasPrefix("Remove it from the deliveries: its texts have come back in "))
        try folder.write("vendor/de.lproj/a.stub", "!\nkeep.altText=Bild\n")
        #expect(try collect(deliveries).findings.map(\.vendorRequest) == ["Mend it."])
    }

    @Test("A delivery's settings do not apply to a package in its folder")
    func settings() throws {
        try folder.write("vendor/a.stub", "header=Alt\n")
        try folder.write(
            "vendor/back/a.stub",
            "keep.body=Da ## \(Self.first) for=\"glossport\"\nkeep.header=Neu ## \(Self.first)\n"
        )
        var vendor = delivery("vendor/")
        (vendor.options, vendor.locale, vendor.format) = (["prefix": "keep_"], "fr-FR", "stub")
        vendor.keys = KeyPattern("{message}_{field}")
        let collected = try collect([vendor])
        #expect(
            collected.catalog.records.map { "\($0.locale) \($0.text(.header) ?? "-")" } == ["de-DE Neu", "fr-FR Alt"]
        )
        #expect(collected.files.map(\.vendor) == [nil, "LatAm"])
    }
}
