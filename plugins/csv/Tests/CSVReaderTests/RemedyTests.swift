import CSVReader
import GlossportReading
import Testing

/// A table whose finding names options, and the texts after the remedy was followed.
struct RemedyCase: Sendable, CustomTestStringConvertible {
    var rule: String
    var table: String
    var encoding = "UTF-8"
    /// The index of the followed alternative.
    var way = 0
    var path = "offers.csv"
    var texts: [String]
    /// The rules of the remaining findings.
    var rest: [String] = []

    var testDescription: String { "\(rule), \(table.prefix { $0 != "\n" })" }

    func read(_ options: [String: String] = [:]) throws -> Read {
        let encoding = try #require(TextEncoding(named: encoding))
        let bytes = try #require(encoding.bytes(of: Array(table.utf8)[...]))
        return try Read(bytes, path: path, options)
    }

    static let encodings = [
        RemedyCase(
            rule: "csv-encoding",
            table: "key,hu\na,Bleib\nb,fűszerek őre\n",
            encoding: "windows-1250",
            texts: ["a|hu|Bleib", "b|hu|fűszerek őre"]
        ),
        RemedyCase(
            rule: "csv-encoding",
            table: "key,en,de\na,Stay,Schön größer\n",
            encoding: "macintosh",
            texts: ["a|en|Stay", "a|de|Schön größer"]
        ),
        RemedyCase(
            rule: "csv-encoding",
            table: "key,ja,ko\na,もう少し続けませんか,-\n",
            encoding: "CP932",
            texts: ["a|ja|もう少し続けませんか", "a|ko|-"]
        ),
        RemedyCase(
            rule: "csv-encoding",
            table: "key,ru\na,Останьтесь\n",
            encoding: "windows-1251",
            texts: ["a|ru|Останьтесь"]
        ),
        RemedyCase(
            rule: "csv-encoding",
            table: "key,zh-Hans\na,每天都有新的练习\n",
            encoding: "GB18030",
            texts: ["a|zh-Hans|每天都有新的练习"]
        ),
    ]

    static let columns = [
        RemedyCase(
            rule: "csv-ambiguous-column",
            table: "key,no,de\na,1,Bleib\nb,2,Geh\n",
            texts: ["a|de|Bleib", "b|de|Geh"]
        ),
        RemedyCase(
            rule: "csv-ambiguous-column",
            table: "Key,de-DE,,Key,fr-FR\na,Bleib,,b,Va\nb,Geh,,a,Reste\n",
            texts: ["a|de-DE|Bleib", "b|de-DE|Geh"]
        ),
        RemedyCase(
            rule: "csv-no-key-column",
            table: "Wert,de,fr\na.b,Bleib,Reste\n",
            texts: ["a.b|de|Bleib", "a.b|fr|Reste"]
        ),
        RemedyCase(rule: "csv-unknown-column", table: "key,de,Klingonisch\na,Bleib,Qapla\n", texts: ["a|de|Bleib"]),
        RemedyCase(rule: "csv-duplicate-locale", table: "key,de-DE,de_DE\na,Bleib,Geh\n", texts: ["a|de-DE|Bleib"]),
        RemedyCase(
            rule: "csv-no-locale",
            table: "key,text\na,Bleib\n",
            path: "fr-FR.csv",
            texts: ["a|fr-FR|Bleib"]
        ),
        RemedyCase(rule: "csv-no-locale", table: "key,text\na,Bleib\n", way: 1, texts: ["a|de-DE|Bleib"]),
        RemedyCase(
            rule: "csv-ambiguous-column",
            table: "message,header,header,body\na,Bleib,Geh,Hier\n",
            texts: ["a.header|-|Bleib", "a.body|-|Hier"],
            rest: ["csv-no-locale"]
        ),
        RemedyCase(
            rule: "csv-broken-quotes",
            table: "key;de\na;Nur 5\" breit\n",
            texts: ["a|de|Nur 5\" breit"]
        ),
        RemedyCase(
            rule: "csv-ambiguous-column",
            table: "key,en,Translation\na,Stay,Bleib\n",
            way: 1,
            texts: ["a|-|Bleib"],
            rest: ["csv-ignored-column", "csv-no-locale"]
        ),
        RemedyCase(rule: "csv-no-header", table: "Foo,Bar\na.b,Bleib\n", texts: ["a.b|de-DE|Bleib"]),
        RemedyCase(
            rule: "csv-no-header",
            table: "\"Foo, or\",\"Bar = x\"\na.b,Bleib\n",
            texts: ["Foo, or|de-DE|Bar = x", "a.b|de-DE|Bleib"]
        ),
    ]
}

@Suite("Remedies that name an option")
struct RemedyTests {
    /// Returns the options in each alternative of a remedy: `key: "Name"`, `locale: =de-DE`, `the option encoding to
    /// windows-1250`.
    static func options(in remedy: String) throws -> [[String: String]] {
        let names = CSVReader.format.options.map(\.name).joined(separator: "|")
        let pair = try Regex(
            "\\b(\(names)): (?:\"([^\"]*)\"|([^ ,;]+?)(?=[ ,;]|\\.?$))",
            as: (Substring, Substring, Substring?, Substring?).self
        )
        return remedy.split(separator: #/; |,? or (?:write |ignore )?/#).map { way in
            var options: [String: String] = [:]
            for match in way.matches(of: pair) {
                options[String(match.output.1)] = String(match.output.2 ?? match.output.3 ?? "")
            }
            for match in way.matches(of: #/the option ([a-zA-Z]+) to ([^ ]+?)\.?$/#) {
                options[String(match.1)] = String(match.2)
            }
            return options.filter { $0.value != "and" }
        }.filter { !$0.isEmpty }
    }

    @Test("Following a remedy literally yields the right texts", arguments: RemedyCase.encodings + RemedyCase.columns)
    func remedy(of example: RemedyCase) throws {
        let first = try example.read()
        let finding = try #require(first.findings.first { $0.rule.rawValue == example.rule }, "\(first.defects)")
        let ways = try Self.options(in: finding.remedy)
        let way = try #require(ways.indices.contains(example.way) ? ways[example.way] : nil, "\(finding.remedy)")
        let second = try example.read(way)
        #expect(second.texts == example.texts, "\(finding.remedy) \(way)")
        #expect(second.findings.map(\.rule.rawValue) == example.rest, "\(finding.remedy) \(way)")
    }
}
