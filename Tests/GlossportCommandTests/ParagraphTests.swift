import Testing

@testable import GlossportCommand

@Suite("Paragraph")
struct ParagraphTests {
    @Test("Lines break between words")
    func words() {
        let lines = Paragraph.lines("Nothing is sent twice, ever", indentedBy: 2, hanging: 4, width: 16)
        #expect(lines == ["  Nothing is", "    sent twice,", "    ever"])
    }

    @Test("A command stays on one line if it fits")
    func command() {
        let text = "2 items can be deleted: `glossport prune --yes` does it."
        #expect(
            Paragraph.lines(text, indentedBy: 0, width: 40)
                == ["2 items can be deleted:", "`glossport prune --yes` does it."]
        )
    }

    @Test("A command that is too long for a line continues after a backslash")
    func longCommand() {
        let lines = Paragraph.lines("Run `glossport prune --yes --deletions 44`.", indentedBy: 0, width: 24)
        #expect(lines == ["Run", "`glossport prune --yes \\", "--deletions 44`."])
    }

    @Test("A single backquote does not begin a command")
    func single() {
        #expect(Paragraph.lines("a ` b c", indentedBy: 0, width: 3) == ["a `", "b c"])
    }

    @Test("Scripts without spaces break between characters, but not before a full stop")
    func japanese() {
        #expect(Paragraph.lines("夜が来ます。どうぞ", indentedBy: 0, width: 10) == ["夜が来ま", "す。どうぞ"])
    }

    @Test("A text too long for its cell keeps its beginning; a path or identifier also keeps its end")
    func cut() {
        #expect(Cut.shortened("Mützenabzeichen", to: 8, ellipsis: "…") == "Mützena…")
        #expect(Cut.shortened("com.example.northlight.annual", to: 16, ellipsis: "…") == "com.e…ght.annual")
        #expect(Cut.shortened("日本語日本語", to: 6, ellipsis: "…") == "日本…")
        #expect(Cut.shortened("annual", to: 6, ellipsis: "…") == "annual")
    }

    @Test("On an ASCII terminal, quotes, arrows and bars become ASCII, and letters stay")
    func ascii() {
        #expect(ASCIIText.of("“de” → de-DE … 2 × · █░ 日本 é") == "\"de\" -> de-DE ... 2 x . #- 日本 é")
    }

    @Test(
        "The first locale setting that is not empty determines the terminal's character set",
        arguments: [
            (["LC_ALL": "C", "LANG": "en_US.UTF-8"], false), (["LC_ALL": "", "LANG": "en_US.UTF-8"], true),
            (["LC_CTYPE": "C.utf8"], true), ([:], false), (["LANG": "de_DE.ISO-8859-1"], false),
        ]
    )
    func charset(environment: [String: String], isUnicode: Bool) {
        #expect(Terminal.isUnicode(environment) == isUnicode)
    }
}
