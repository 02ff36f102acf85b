import GlossportProject
import Testing

@testable import GlossportCommand

@Suite("Old and new texts")
struct TextChangeTests {
    private func lines(_ old: String?, _ new: String?, width: Int? = nil) -> [String] {
        TextChange(old: old, new: new).lines(indentedBy: 2, width: width, on: .stdout).map(Terminal.stdout.colored)
    }

    @Test("Each text has its own lines in both writing directions")
    func directions() {
        #expect(lines("Bleib doch", "Bleib noch") == ["  - Bleib [-doch-]", "  + Bleib {+noch+}"])
        #expect(lines("لا تفوّت", "ابقَ معنا") == ["  - \u{2068}لا تفوّت\u{2069}", "  + \u{2068}ابقَ معنا\u{2069}"])
        #expect(lines(nil, "続ける") == ["  + 続ける"])
        #expect(lines("続ける", nil) == ["  - 続ける"])
    }

    @Test("Adjacent changed words share one mark, and a mostly new text has none")
    func marks() {
        #expect(
            lines("und jede Woche kommen neue", "und jeden Tag kommen neue") == [
                "  - und [-jede Woche-] kommen neue", "  + und {+jeden Tag+} kommen neue",
            ]
        )
        #expect(lines("毎週届きます。", "毎日届きます。") == ["  - 毎[-週-]届きます。", "  + 毎{+日+}届きます。"])
        #expect(lines("Alles neu macht", "Nichts bleibt alt") == ["  - Alles neu macht", "  + Nichts bleibt alt"])
    }

    @Test("Long texts wrap after the sign")
    func wraps() {
        #expect(
            lines(nil, "Die schönsten Nächte kommen noch", width: 22) == [
                "  + Die schönsten", "    Nächte kommen noch",
            ]
        )
    }

    @Test("A change in white space alone is pointed out")
    func blanks() { #expect(lines("a b", "a  b").last == "    (only white space differs)") }
}

@Suite("Short IDs")
struct ShortIDsTests {
    private func id(_ text: String) -> ServiceID { ServiceID(text) ?? ServiceID(high: 0, low: 0) }

    @Test("The first group of an ID is enough if it is unique")
    func short() {
        let ids = [id("5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11"), id("5d0f9bb7-7c07-5a3f-9a5e-4b8f0f0d7a11")]
        #expect(ShortIDs(ids).text(ids[0]) == "5d0f9bb6")
        #expect(ShortIDs(ids, isWhole: true).text(ids[0]) == ids[0].description)
        #expect(ShortIDs([]).text(ids[0]) == "5d0f9bb6")
    }

    @Test("If the first group is not unique, more digits are shown, without a trailing hyphen")
    func longer() {
        let ids = [id("5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11"), id("5d0f9bb6-8c07-5a3f-9a5e-4b8f0f0d7a11")]
        #expect(ids.map { ShortIDs(ids).text($0) } == ["5d0f9bb6-7", "5d0f9bb6-8"])
    }
}
