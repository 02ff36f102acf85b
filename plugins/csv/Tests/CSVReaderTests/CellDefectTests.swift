import GlossportReading
import Testing

@Suite("Cells damaged by spreadsheets")
struct CellDefectTests {
    private func wide(_ text: String) throws -> Read { try Read("key,de\na,\"\(text)\"\nb,Ja\n") }

    @Test(
        "Spreadsheet errors are not read as texts",
        arguments: [
            "#NAME?", "#REF!", "#BEZUG!", "#DIV/0!", "#N/A", "#VALEUR!", "#ЗНАЧ!", "#Name?", "Err:502", "Loading...",
            "Loading…",
        ]
    )
    func spreadsheetErrors(text: String) throws {
        let read = try wide(text)
        #expect(read.texts == ["b|de|Ja"])
        #expect(read.defects == ["csv-spreadsheet-error 2:3"])
        #expect(read.findings.first?.locale == "de")
        #expect(read.summary.skipped == ["damaged cell": 1])
    }

    @Test(
        "Texts that only resemble spreadsheet errors are kept",
        arguments: ["#WOW!", "#1!", "# NAME?", "#Angebot", "=", "= 3", "=)", "=)(", "Loading... bitte", "=gut"]
    )
    func innocent(text: String) throws {
        let read = try wide(text)
        #expect(read.units.first?.target == text)
        #expect(read.findings == [])
    }

    @Test(
        "Formulas are not read as texts",
        arguments: [
            "=GOOGLETRANSLATE(B2;\"\"en\"\";\"\"de\"\")", "=googletranslate(A1)", "=A1", "=$B$2", "=Texts!B2",
            "=\"\"Ja\"\"", "=_xlfn.X(1)",
        ]
    )
    func formulas(text: String) throws {
        let read = try wide(text)
        #expect(read.texts == ["b|de|Ja"])
        #expect(read.defects == ["csv-formula 2:3"])
        #expect(read.errors.count == 1)
    }

    @Test("A key with “load” marks “Loading...” as an app's own text")
    func loading() throws {
        #expect(try Read("key,de\nupload.loading,Loading...\n").findings == [])
    }

    @Test("A guard before = + - @ or a tab is removed and reported", arguments: ["=1", "+1", "-1", "@you", "\tx"])
    func guards(text: String) throws {
        let read = try wide("'" + text)
        #expect(read.units.first?.target == text)
        #expect(read.defects == ["csv-formula-guard 2:3"])
    }

    @Test(
        "A text guarded for a spreadsheet is read unchanged",
        arguments: [
            "=1+1", "+1", "-50 %", "@you", "＝1", "'=1", "''=1", "Spare\n-50 %", "a;=b", "a\t'+b", "\t=x", "\n",
            "Bleib ;-)",
            "l'=a", "'", "a\n'b", "=cmd|'/C calc'!A0",
        ]
    )
    func guarded(text: String) throws {
        #expect(FormulaGuard.unguarded(FormulaGuard.guarded(text)) == text)
        func cell(_ text: String) -> String { "\"\(FormulaGuard.guarded(text).replacing("\"", with: "\"\""))\"" }
        let read = try Read("key,de,source\n\(cell(text + "k")),\(cell(text + "x")),\(cell(text))\n")
        #expect(read.units.map(\.target) == [text + "x"])
        #expect(read.units.map(\.key) == [text + "k"])
        #expect(read.units.map(\.source) == [text])
    }

    @Test("An apostrophe before a word is kept", arguments: ["'s Abo", "'", "''", "'Tis"])
    func apostrophes(text: String) throws {
        let read = try wide(text)
        #expect(read.units.first?.target == text)
        #expect(read.findings == [])
    }

    @Test("Question marks in place of letters are reported", arguments: ["Gr??e???", "Caf?s", "???? ??? ????"])
    func lostLetters(text: String) throws {
        let read = try wide(text)
        #expect(read.units.first?.target == text)
        #expect(read.defects == ["csv-question-marks 2:3"])
    }

    @Test(
        "Question marks in questions are not reported",
        arguments: ["Wirklich?", "Was??", "https://a.example/x?y=1", "Ja? Nein?", "¿Qué?", "?", "継続?する"]
    )
    func questions(text: String) throws {
        #expect(try wide(text).findings == [])
    }

    @Test("Text decoded twice is reported", arguments: ["CafÃ©", "donâ€™t", "Ð¿Ñ\u{80}Ð¸", "Â© 2026", "æ\u{97}¥"])
    func mojibake(text: String) throws {
        #expect(try wide(text).defects == ["csv-mojibake 2:3"])
    }

    @Test(
        "Unusual letters are not reported as wrongly decoded",
        arguments: ["SÃO PAULO", "«café»", "ÂME", "ESPAÑA»", "Größe", "Ã", "Ð", "naïve€"]
    )
    func letters(text: String) throws {
        #expect(try wide(text).findings == [])
    }

    @Test("A replacement character is an error, and the text is not read")
    func replacementCharacter() throws {
        let read = try wide("Gr\u{FFFD}\u{FFFD}e")
        #expect(read.texts == ["b|de|Ja"])
        #expect(read.defects == ["csv-replacement-character 2:3"])
    }

    @Test("Rounded numbers are rejected as keys", arguments: ["1.41477E+12", "1,41477E+12", "4E+20", "1e-7"])
    func scientificKeys(key: String) throws {
        let read = try Read("key;de\n\(key);Hallo\nb;Ja\n")
        #expect(read.texts == ["b|de|Ja"])
        #expect(read.defects == ["csv-scientific-key 2:1"])
    }

    @Test("Keys may begin with a digit", arguments: ["100_character", "1E", "3E4", "12", "2E+x", "1.2.3"])
    func digitKeys(key: String) throws {
        #expect(try Read("key;de\n\(key);Hallo\n").units.first?.key == key)
    }

    @Test("A row without a key is an error only if it contains a text")
    func missingKey() throws {
        let read = try Read("key,de,notes\n,Hallo,\n  ,Du,\n,,nur eine Notiz\n")
        #expect(read.units == [])
        #expect(read.defects == ["csv-missing-key 2:1", "csv-missing-key 3:1"])
        #expect(read.summary.skipped == ["text without a key": 2, "empty cell": 1])
    }

    @Test("States are mapped; an unknown one needs review and is reported once")
    func states() throws {
        let words = [
            "new", "Needs Review", "MT", "translated", "", "Approved", "signed-off", "hmm", "hmm", "In Review",
        ]
        let text = "key,locale,text,state\n" + words.map { "a,de,x,\($0)\n" }.joined()
        let read = try Read(text)
        #expect(
            read.units.map(\.state) == [
                .untranslated, .needsReview, .needsReview, .translated, .translated, .reviewed, .final, .needsReview,
                .needsReview, .needsReview,
            ]
        )
        #expect(read.defects == ["csv-unknown-state 9:8"])
    }
}
