import Testing

@testable import GlossportCommand

@Suite("Table")
struct TableTests {
    /// Texts in many scripts, some with words longer than a line of 40 columns.
    private static let nasty = [
        "keep-annual", "", "com.example.northlight.subscriptions.premium.family.annual.2026",
        "Die allerschönsten Nächte des ganzen Jahres kommen noch: bleiben Sie doch bei uns", "لا تفوّت أجمل ليالي السنة",
        "一年で最も美しい夜がこれからやってきます。どうぞこのままお楽しみください。", "한 해 가운데 가장 아름다운 밤이 옵니다", "👨‍👩‍👧‍👦👩🏽‍🚀🇩🇪❤️‍🔥 e\u{301}e\u{301}",
        "คืนที่สวยที่สุดของปีกำลังจะมาถึง", "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen",
        "5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11",
        "vendor/xliff/some/deeper/folder/de-DE.xliff:1234:56", "[31mred", "1,980", "“quotes” …",
    ]

    private static func table(_ columns: Int, headings: Bool) -> Table {
        let names = ["MESSAGE OR IMAGE", "LOCALES", "TO UPLOAD", "WHY NOT YET", "THE PROJECT WANTS", "ID"]
        let rows = nasty.indices.map { start in
            (0..<columns).map { column in
                column == 2 && columns > 2 ? "\(start * 977)" : nasty[(start + column * 4) % nasty.count]
            }
        }
        return Table(headings ? Array(names.prefix(columns)) : [], rightAligned: columns > 2 ? [2] : [], rows)
    }

    @Test("No line is wider than the terminal", arguments: [40, 80, 120, 200], 1...6)
    func width(width: Int, columns: Int) {
        for headings in [true, false] {
            for line in Self.table(columns, headings: headings).lines(indentedBy: 2, width: width) {
                #expect(DisplayWidth.of(line) <= width, "\(line)")
                #expect(!line.hasSuffix(" "))
            }
        }
    }

    @Test("Every shortened word in a table has an ellipsis", arguments: [40, 80, 120, 200], 1...6)
    func marks(width: Int, columns: Int) {
        let table = Self.table(columns, headings: true)
        func words(_ lines: [String]) -> [String] {
            lines.flatMap { line in Words(line).words.map(\.text) }
        }
        let whole = Set(words(table.lines(indentedBy: 2, width: nil)))
        for word in words(table.lines(indentedBy: 2, width: width)) where !word.contains("…") {
            #expect(whole.contains(word), "\(word)")
        }
    }

    @Test("A table that fits is unchanged")
    func fits() {
        let table = Table(["LOCALE", "N"], rightAligned: [1], [["de-DE", "1"], ["日本", "22"]])
        #expect(table.lines(indentedBy: 2, width: 40) == ["  LOCALE   N", "  de-DE    1", "  日本    22"])
        #expect(table.lines(indentedBy: 2, width: nil) == table.lines(indentedBy: 2, width: 40))
    }

    @Test("A column that is too wide wraps between words")
    func folds() {
        let table = Table(["LOCALE", "WHY NOT YET"], [["de-DE", "it waits for 3 other locales of the message"]])
        #expect(
            table.lines(indentedBy: 0, width: 30) == [
                "LOCALE  WHY NOT YET", "de-DE   it waits for 3 other", "        locales of the message",
            ]
        )
    }

    @Test("If columns would become too narrow, each row becomes a block")
    func stacked() {
        let rows = [
            ["com.example.northlight.annual", "keep-annual", "de-DE", "the old text"],
            ["com.example.northlight.monthly", "keep-monthly", "ja", ""],
        ]
        let table = Table(["PRODUCT", "MESSAGE", "LOCALE", "CUSTOMERS SEE"], rows)
        #expect(
            table.lines(indentedBy: 2, width: 40) == [
                "  PRODUCT        com.exa…rthlight.annual", "  MESSAGE        keep-annual", "  LOCALE         de-DE",
                "  CUSTOMERS SEE  the old text", "", "  PRODUCT        com.exa…thlight.monthly",
                "  MESSAGE        keep-monthly", "  LOCALE         ja",
            ]
        )
    }

    @Test("East Asian letters and emoji take two cells, and combining marks take none")
    func widths() {
        let expected = [
            ("abc", 3), ("日本", 4), ("한국", 4), ("ｆ", 2), ("ｶ", 1), ("e\u{301}", 1), ("👨‍👩‍👧‍👦", 2), ("👩🏽‍🚀", 2), ("☝🏽", 2),
            ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("की", 2), ("שָׁלוֹם", 4), ("𠮷", 2), ("🌡", 1),
            ("\u{1112}\u{1161}\u{11AB}", 2),
        ]
        for (text, width) in expected { #expect(DisplayWidth.of(text) == width, "\(text)") }
    }
}
