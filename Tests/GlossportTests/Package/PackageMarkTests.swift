import Testing

@testable import GlossportChecking

@Suite("Package mark")
struct PackageMarkTests {
    @Test(
        "A mark is written and parsed back unchanged",
        arguments: [
            (1_795_705_353, "LatAm", "glossport package 20261126T150233Z LatAm"),
            (1_795_705_353, nil, "glossport package 20261126T150233Z"),
            (0, "Übersetzer & Söhne GmbH", "glossport package 19700101T000000Z Übersetzer & Söhne GmbH"),
            (4_107_542_399, "A", "glossport package 21000228T235959Z A"),
        ] as [(Int64, String?, String)]
    )
    func text(made: Int64, vendor: String?, text: String) {
        let mark = PackageMark(made: made, vendor: vendor)
        #expect(mark.description == text)
        #expect(PackageMark(text) == mark)
    }

    @Test(
        "A text that is not a complete mark is not parsed as a mark",
        arguments: [
            "", "glossport", "glossport package", "glossport package ", "glossport package LatAm",
            "glossport package 20261126T150233 LatAm", "glossport package 2026-11-26T15:02:33Z LatAm",
            "glossport package 20261326T150233Z LatAm", "glossport package 20260230T150233Z",
            "glossport package 20261126T150233Z ", "glossport package 20261126T150233Z  LatAm",
            "glossport package 20261126T150233Z LatAm ", "Glossport package 20261126T150233Z LatAm",
            "glossport package 20261126t150233z LatAm", "glossport package 20261126T150233Z ../LatAm",
            "glossport package 20261126T150233+0000 LatAm", "See glossport package 20261126T150233Z LatAm",
        ]
    )
    func others(text: String) { #expect(PackageMark(text) == nil) }

    @Test("A newer package compares greater, whatever its vendor's name")
    func order() {
        let marks = [(2, "A"), (1, "B"), (2, nil), (1, "A")].map { PackageMark(made: $0.0, vendor: $0.1) }
        #expect(marks.sorted() == [marks[3], marks[1], marks[2], marks[0]])
    }

    @Test("A package's mark is found on any line of a note, and the other lines are kept")
    func notes() {
        let mark = "glossport package 20261126T150233Z LatAm"
        let older = "glossport package 20251126T150233Z LatAm"
        let found = PackageMark.InNotes(["Header\n \(mark)\r\nat the top", older, "Body"])
        #expect(found.mark == PackageMark(mark))
        #expect(found.others == ["Header\nat the top", "Body"])
        #expect(found.damaged == nil)
        let damaged = PackageMark.InNotes(["glossport package of November"])
        #expect(damaged.mark == nil)
        #expect(damaged.damaged == "glossport package of November")
        #expect(damaged.others == ["glossport package of November"])
    }
}
