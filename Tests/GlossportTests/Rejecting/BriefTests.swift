import GlossportReading
import Testing

@testable import GlossportChecking

@Suite("Brief")
struct BriefTests {
    private static func brief(
        _ lines: String,
        as form: Brief.Form = .xliff,
        approved: [String: String] = [:]
    ) throws -> Brief {
        let project = Project(app: "com.example.app", messages: ["keep": Project.Message()])
        let catalog = RuleExample("", lines, project: project).catalog
        let collected = Collected(catalog: catalog, findings: [], files: [], skipped: [:], sources: [])
        let german = Set(["de-DE"].compactMap { StoreLocale($0) })
        return try Brief(of: Review(project, collected, [], rules: []), into: german, as: form) { _, locale, field in
            approved["\(locale) \(field.name)"]
        }
    }

    private let lines = "keep.header [en-US] = Stay\nkeep.body [en-US] = Text\nkeep.header [de-DE] = Bleib"

    @Test("A delivered translation is in it, and what Apple has approved where none is delivered")
    func translated() throws {
        let brief = try Self.brief(lines, approved: ["de-DE body": "Ein Text", "en-US body": "Text"])
        #expect(brief.files.map(\.translated) == [2] && brief.files.map(\.units) == [2])
        let text = String(decoding: brief.outputs[0].bytes, as: UTF8.self)
        #expect(text.contains("<target state=\"translated\">Ein Text</target>"), "\(text)")
    }

    @Test("Without sources in the files, the approved source text says whether a translation still holds")
    func stale() throws {
        let before = ["en-US header": "Don't go", "de-DE header": "Bleib"]
        #expect(try Self.brief(lines, approved: before).files.map(\.translated) == [0])
        // The translation is another since, too.
        let corrected = ["en-US header": "Don't go", "de-DE header": "Geh nicht"]
        #expect(try Self.brief(lines, approved: corrected).files.map(\.translated) == [1])
    }

    @Test("A table executes nothing, and says that a guard is no part of the text")
    func formulas() throws {
        let text = "keep.header [en-US] = =HYPERLINK(A1)\nkeep.body [en-US] = Text\nkeep.header [de-DE] = -50 %"
        let table = String(decoding: try Self.brief(text, as: .csv).outputs[0].bytes, as: UTF8.self)
        #expect(table.contains("\r\nkeep.header,de-DE,'=HYPERLINK(A1),'-50 %,The apostrophe before"), "\(table)")
        #expect(table.contains("\r\nkeep.body,de-DE,Text,,,"))
    }

    @Test("Texts are written as XML can hold them")
    func escaped() throws {
        let brief = try Self.brief("keep.header [en-US] = A <b> & \u{1}\nkeep.header [de-DE] =")
        let text = String(decoding: brief.outputs[0].bytes, as: UTF8.self)
        #expect(text.contains("<source>A &lt;b&gt; &amp; \u{FFFD}</source>"), "\(text)")
    }
}
