import GlossportProject
import Testing

@testable import GlossportCommand

@Suite("Old and new texts")
struct TextChangeTests {
    private func lines(_ old: String?, _ new: String?, width: Int? = nil) -> [String] {
        TextChange(old: old, new: new).lines(indentedBy: 2, width: width, on: .stdout).map(Terminal.stdout.colored)
    }

    @Test("Each text stands on lines of its own, whichever way it runs")
    func directions() {
        #expect(lines("Bleib doch", "Bleib noch") == ["  - Bleib [-doch-]", "  + Bleib {+noch+}"])
        #expect(lines("لا تفوّت", "ابقَ معنا") == ["  - \u{2068}لا تفوّت\u{2069}", "  + \u{2068}ابقَ معنا\u{2069}"])
        #expect(lines(nil, "続ける") == ["  + 続ける"])
        #expect(lines("続ける", nil) == ["  - 続ける"])
    }

    @Test("Words that differ side by side have one mark, and a text with little of the old has none")
    func marks() {
        #expect(
            lines("und jede Woche kommen neue", "und jeden Tag kommen neue") == [
                "  - und [-jede Woche-] kommen neue", "  + und {+jeden Tag+} kommen neue",
            ]
        )
        #expect(lines("毎週届きます。", "毎日届きます。") == ["  - 毎[-週-]届きます。", "  + 毎{+日+}届きます。"])
        #expect(lines("Alles neu macht", "Nichts bleibt alt") == ["  - Alles neu macht", "  + Nichts bleibt alt"])
    }

    @Test("Long texts wrap behind the sign")
    func wraps() {
        #expect(
            lines(nil, "Die schönsten Nächte kommen noch", width: 22) == [
                "  + Die schönsten", "    Nächte kommen noch",
            ]
        )
    }

    @Test("What differs in blanks alone is said to, since nobody sees it")
    func blanks() { #expect(lines("a b", "a  b").last == "    (only white space differs)") }
}

@Suite("Short ids")
struct ShortIDsTests {
    private func id(_ text: String) -> ServiceID { ServiceID(text) ?? ServiceID(high: 0, low: 0) }

    @Test("The first group of an id is enough where it tells all apart")
    func short() {
        let ids = [id("5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11"), id("5d0f9bb7-7c07-5a3f-9a5e-4b8f0f0d7a11")]
        #expect(ShortIDs(ids).text(ids[0]) == "5d0f9bb6")
        #expect(ShortIDs(ids, isWhole: true).text(ids[0]) == ids[0].description)
        #expect(ShortIDs([]).text(ids[0]) == "5d0f9bb6")
    }

    @Test("Where it is not, as many digits are shown as it takes, and no hyphen at the end")
    func longer() {
        let ids = [id("5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11"), id("5d0f9bb6-8c07-5a3f-9a5e-4b8f0f0d7a11")]
        #expect(ids.map { ShortIDs(ids).text($0) } == ["5d0f9bb6-7", "5d0f9bb6-8"])
    }
}
