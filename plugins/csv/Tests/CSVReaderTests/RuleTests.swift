import CSVReader
import GlossportReading
import Testing

/// Each rule with a file that breaks it, so that the documentation stays correct.
@Suite("Rules")
struct RuleTests {
    static let examples: [(rule: String, text: String, options: [String: String])] = [
        ("csv-empty", "key,de\n", [:]),
        ("csv-encoding", "key,de\na,\u{1}\n", ["encoding": "utf-16be"]),
        ("csv-encoding-conflict", "\u{FEFF}key,de\na,b\n", ["encoding": "latin1"]),
        ("csv-nul-character", "key,de\na,\0\n", [:]),
        (
            "csv-unclear-delimiter", "a,b;c,d\ne,f;g,h\n",
            ["key": "1", "text": "2", "headerRow": "none", "locale": "=de"]
        ),
        ("csv-broken-quotes", "key,de\na,\"b\n", [:]),
        ("csv-stray-quote", "key,de\na,5\"\n", ["lenient": "true"]),
        ("csv-too-large", "key,de\na,\(String(repeating: "x", count: 1 + ReaderLimits.textBytes))\n", [:]),
        ("csv-no-header", "Kunde,Wert\na,b\n", [:]),
        ("csv-no-key-column", "locale,text\nde,Hallo\n", [:]),
        ("csv-missing-column", "id,de\na,b\n", ["key": "STRING ID"]),
        ("csv-ambiguous-column", "key,no,de\na,1,b\n", [:]),
        ("csv-unknown-column", "key,de,Kunde\na,b,c\n", [:]),
        ("csv-ignored-column", "key,locale,text,fr\na,de,b,c\n", [:]),
        ("csv-duplicate-locale", "key,de,German\na,b,c\n", [:]),
        ("csv-no-locale", "key,text\na,b\n", [:]),
        ("csv-locale-conflict", "key,de,fr\na,b,c\n", ["locale": "=de"]),
        ("csv-missing-cells", "key,de,fr\na,b\n", [:]),
        ("csv-extra-cells", "key,de\na,b,c\n", [:]),
        ("csv-missing-key", "key,de\n,b\n", [:]),
        ("csv-missing-locale", "key,locale,text\na,,b\n", [:]),
        ("csv-missing-field", "message,field,locale,text\na,,de,b\n", [:]),
        ("csv-scientific-key", "key,de\n1.41477E+12,b\n", [:]),
        ("csv-unknown-state", "key,locale,text,state\na,de,b,hmm\n", [:]),
        ("csv-corrected-texts", "key,de,Revised\na,Bleib,Bleib hier\n", [:]),
        ("csv-older-texts", "key,de (draft)\na,b\n", [:]),
        ("csv-other-table", "key,de\na,b\nkey,fr\na,c\n", [:]),
        ("csv-unknown-region", "key,language,region,text\na,de,Nowhere,b\n", [:]),
        ("csv-spreadsheet-error", "key,de\na,#NAME?\n", [:]),
        ("csv-replacement-character", "key,de\na,Gr\u{FFFD}e\n", [:]),
        ("csv-formula-guard", "key,de\na,'=Ja\n", [:]),
        ("csv-formula", "key,de\na,\"=HYPERLINK(1)\"\n", [:]),
        ("csv-question-marks", "key,de\na,Gr?e\n", [:]),
        ("csv-mojibake", "key,de\na,CafÃ©\n", [:]),
    ]

    @Test("Each rule's example breaks it with the rule's severity", arguments: examples.indices)
    func example(index: Int) throws {
        let example = Self.examples[index]
        let read = try Read(example.text, example.options)
        let rule = try #require(CSVReader.format.rules.first { $0.id.rawValue == example.rule })
        let finding = try #require(read.findings.first { $0.rule == rule.id }, "found \(read.defects)")
        #expect(finding.severity == rule.severity)
        #expect(finding.text.hasSuffix(".") && finding.remedy.description.hasSuffix("."))
        #expect(finding.location != nil)
    }

    @Test("Every rule has an example, a unique id and an explanation")
    func complete() {
        let rules = CSVReader.format.rules
        #expect(Set(rules.map(\.id.rawValue)) == Set(Self.examples.map(\.rule)))
        #expect(Set(rules.map(\.id)).count == rules.count)
        for rule in rules {
            #expect(rule.id.rawValue.hasPrefix("csv-"))
            #expect(rule.explanation.count > 60 && rule.explanation.hasSuffix("."))
        }
    }
}
