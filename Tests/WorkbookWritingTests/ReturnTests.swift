import GlossportReading
import Testing
import WorkbookWriting

@testable import GlossportChecking
@testable import GlossportProject
@testable import GlossportReporting

@Suite("Returned package")
struct ReturnTests {
    private let german: StoreLocale
    private let hindi: StoreLocale

    init() throws {
        german = try #require(StoreLocale("de-DE"))
        hindi = try #require(StoreLocale("hi"))
    }

    /// A text as returned by a translator.
    private func translated(_ text: String, source: String = "Stay", key: String = "keep.header") -> TextToDo {
        var unit = Samples.text(key, german, .wrong)
        (unit.translation, unit.source) = (text, source)
        return unit
    }

    @Test(
        "Keys, locales, sources and marks are read back unchanged, without findings",
        arguments: PackageFormat.allCases
    )
    func unchanged(format: PackageFormat) throws {
        let texts = [german, hindi].flatMap(Samples.texts).map { text in
            var text = text
            // Tables have no rows without a text, so all texts are filled in.
            if text.reason != .wrong { (text.reason, text.translation) = (.wrong, "Ja") }
            return text
        }
        let (units, findings) = try Samples.read(Samples.package(format, texts))
        #expect(findings == [])
        #expect(units.map(\.key) == texts.map(\.key))
        #expect(units.map(\.locale) == texts.map(\.locale.code))
        #expect(units.map(\.source) == texts.map(\.source))
        #expect(units.map(\.target) == texts.map(\.translation))
        for unit in units {
            #expect(PackageMark.InNotes(unit.notes).mark == Samples.mark)
        }
    }

    @Test(
        "Translators' notes are returned, but Glossport's additions to them are not",
        arguments: PackageFormat.allCases
    )
    func notes(format: PackageFormat) throws {
        var text = translated("Bleib")
        text.notes = ["Mention the discount."]
        text.earlier = "Geh nicht"
        let (units, _) = try Samples.read(Samples.package(format, [text]))
        #expect(units.map { PackageMark.InNotes($0.notes).others } == [["Mention the discount."]])
    }

    @Test(
        "No text is altered, whatever a spreadsheet or XML would do to it",
        arguments: PackageFormat.allCases,
        [
            "=1+1", "'=1+1", "'Tis", "''=1", "-20 %", "+1", "@home", "＝1", "\t=1", "a;=1", "a\n=1",
            "]]>", "<b>&amp;</b>", "_x0041_", "_x000D_", "_x0041_\u{301}", "a\"\u{301},b", "0017", "1-2", "TRUE", "1e5",
            "a\nb", "a\tb",
            "\u{202E}abc", "\u{301}", "\u{93F}", "“x” \"y\"", " a", "a ", "🏳️‍🌈", "http://example.com", "{=1}", "\\",
            "\u{7F}\u{85}",
        ]
    )
    func exact(format: PackageFormat, text: String) throws {
        let (units, findings) = try Samples.read(Samples.package(format, [translated(text, source: text)]))
        #expect(units.map(\.target) == [text])
        #expect(units.map(\.source) == [text])
        #expect(!findings.contains { $0.rule.rawValue.hasSuffix("formula-guard") })
    }

    @Test("A text longer than a cell is cut only in a workbook", arguments: PackageFormat.allCases)
    func long(format: PackageFormat) throws {
        let text = String(repeating: "𝒜b", count: 20_000)
        let (units, _) = try Samples.read(Samples.package(format, [translated(text)]))
        let target = try #require(units.first?.target)
        if format == .xlsx {
            #expect(target.hasSuffix("…") && target.utf16.count == 32_767)
            #expect(text.hasPrefix(target.dropLast()))
        } else {
            #expect(target == text)
        }
    }

    @Test("A line ends with LF in XML and is unchanged elsewhere", arguments: PackageFormat.allCases)
    func lineEnds(format: PackageFormat) throws {
        let (units, _) = try Samples.read(Samples.package(format, [translated("a\r\nb")]))
        #expect(units.map(\.target) == [format == .csv || format == .xlsx ? "a\r\nb" : "a\nb"])
    }

    @Test("A missing text yields no target", arguments: PackageFormat.allCases)
    func missing(format: PackageFormat) throws {
        let (units, findings) = try Samples.read(Samples.package(format, [Samples.text("keep.body", german, .new)]))
        #expect(units.compactMap(\.target) == [])
        #expect(findings == [])
    }
}
