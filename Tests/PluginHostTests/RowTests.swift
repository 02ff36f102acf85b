import GlossportReading
import PluginHost
import Testing

/// The host's interpretation of a plugin's rows.
@Suite("Plugin rows")
struct RowTests {
    /// The units and findings of the given lines, followed by `end`.
    private struct Read {
        var units: [String] = []
        var findings: [String] = []
        var summary = ReadSummary()

        init(_ rows: String..., options: [String: String] = [:], locale: String? = nil) throws {
            let rules = [
                RuleDescription("x-number", .error, "A number."),
                RuleDescription("x-merged", .warning, "Merged."),
            ]
            let tables = try TableOptions(
                ReaderOptions(locale: locale, values: options),
                of: TableFormat(id: "x", isSheet: true)
            )
            var output = PluginOutput(of: "a.x", rules: rules, tables: tables)
            var events: [ReadEvent] = []
            let end = #"{"end":{"units":0,"findings":0,"rows":\#(rows.count),"bytes":9}}"#
            for line in rows.map({ #"{"row":{\#($0)}}"# }) + [end] {
                try Array((line + "\n").utf8).withUnsafeBytes { try output.take($0) { events.append($0) } }
            }
            try output.end(bytes: 9) { events.append($0) }
            for case .unit(let unit) in events {
                units.append("\(unit.location) \(unit.key) \(unit.locale ?? "-") \(unit.target ?? "-")")
            }
            for case .finding(let finding) in events {
                findings.append(
                    "\(finding.location?.description ?? "-") \(finding.severity.rawValue) \(finding.rule.rawValue)"
                )
            }
            summary = output.summary
        }
    }

    private static let header = #""line":1,"part":"S","cells":["key","de","fr"]"#

    @Test("Each sheet has its own header, and a sheet without one is reported as skipped")
    func sheets() throws {
        let read = try Read(
            Self.header,
            #""line":2,"part":"S","cells":["a","A",null]"#,
            #""line":1,"part":"Colours","cells":["How to use"]"#,
            #""line":3,"part":"T","cells":[null,"message","field","locale","text"]"#,
            #""line":4,"part":"T","cells":[null,"m","Alt text","it","B"]"#
        )
        #expect(read.units == ["a.x/S:2:2 a de A", "a.x/T:4:5 m.altText it B"])
        #expect(read.findings == ["a.x/Colours:1:1 warning x-skipped-sheet"])
        #expect(read.summary.detected.filter { $0.name == "sheet" }.map(\.value) == ["S", "T"])
        #expect(read.summary.skipped == ["empty cell": 1])
        #expect(read.summary.entries == 2)
    }

    @Test(
        "Each row with cells is an entry, above or below the header, and is accounted for"
    )
    func entries() throws {
        let read = try Read(
            #""line":1,"part":"S","cells":["Texts for the shop"]"#,
            #""line":2,"part":"S","cells":["key","de","fr"]"#,
            #""line":3,"part":"S","cells":[]"#,
            #""line":4,"part":"S","cells":["a","A","B"]"#,
            #""line":1,"part":"Colours","cells":["How to use"]"#
        )
        #expect(read.summary.entries == 2)
        #expect(read.summary.lost(received: read.units.count, findings: read.findings.count) == 0)
        #expect(read.summary.lost(received: 0, findings: read.findings.count) == 2)
    }

    @Test("More than a thousand sheets are refused")
    func sheetLimit() throws {
        let tables = try TableOptions(ReaderOptions(), of: TableFormat(id: "x", isSheet: true))
        var output = PluginOutput(of: "a.x", rules: [], tables: tables)
        func take(_ sheet: Int) throws {
            let line = #"{"row":{"line":1,"part":"S\#(sheet)","cells":["a"]}}"# + "\n"
            try Array(line.utf8).withUnsafeBytes { try output.take($0) { _ in } }
        }
        for sheet in 1...1_000 { try take(sheet) }
        let problem = #expect(throws: PluginOutput.Problem.self) { try take(1_001) }
        #expect(problem?.text == "It wrote more than 1000 sheets.")
    }

    @Test("A plugin that reports nothing about a non-empty file is refused")
    func silent() throws {
        func end(bytes: Int) throws {
            var output = PluginOutput(of: "a.x", rules: [])
            let line = #"{"end":{"units":0,"findings":0,"bytes":\#(bytes)}}"# + "\n"
            try Array(line.utf8).withUnsafeBytes { try output.take($0) { _ in } }
            try output.end(bytes: bytes) { _ in }
        }
        let problem = #expect(throws: PluginOutput.Problem.self) { try end(bytes: 9) }
        #expect(problem?.text == "It wrote neither a unit, a finding nor a count.")
        try end(bytes: 0)
    }

    @Test("A single sheet without a header is an error, and so are several if none has one")
    func noHeader() throws {
        #expect(
            try Read(#""line":1,"part":"S","cells":["a","b"]"#).findings == [
                "a.x/S:1:1 error x-no-header"
            ]
        )
        let none = try Read(
            #""line":1,"part":"S","cells":["a","b"]"#,
            #""line":1,"part":"T","cells":["c"]"#
        )
        #expect(none.findings == ["a.x:1:1 error x-no-header"])
        #expect(try Read().findings == ["a.x:1:1 warning x-empty"])
        #expect(try Read(Self.header).findings == ["a.x/S:1:1 warning x-empty"])
    }

    @Test("Hidden content is reported: sheets are not read, rows and columns are")
    func hidden() throws {
        let read = try Read(
            #""line":1,"part":"S","cells":["key","de",{"text":"fr","hidden":true}]"#,
            #""line":2,"part":"S","hidden":"row","cells":["a","A",{"text":"B","hidden":true}]"#,
            #""line":1,"part":"Old","hidden":"sheet","cells":["key","de"]"#,
            #""line":1,"part":"List","hidden":"sheet","cells":["red"]"#
        )
        #expect(read.units == ["a.x/S:2:2 a de A", "a.x/S:2:3 a fr B"])
        #expect(
            read.findings == [
                "a.x/S:1:3 warning x-hidden", "a.x/S:2:1 warning x-hidden",
                "a.x/Old:1:1 warning x-hidden-sheet",
                "a.x/List:1:1 note x-hidden-sheet",
            ]
        )
    }

    @Test("A remark on a cell applies if the cell is used")
    func remarks() throws {
        let number = #"{"text":"17","rule":"x-number","holds":"17","remedy":"No."}"#
        let merged = #"{"rule":"x-merged","holds":"nothing","remedy":"Divide."}"#
        let read = try Read(
            #""line":1,"part":"S","cells":["key","notes","owner","de","fr"]"#,
            #""line":2,"part":"S","cells":["a",\#(number),\#(number),\#(number),\#(merged)]"#,
            #""line":3,"part":"S","cells":[\#(number),null,null,"A",\#(merged)]"#,
            #""line":4,"part":"S","cells":["c",null,null,null,\#(merged)]"#
        )
        #expect(read.units == [])
        #expect(
            read.findings == [
                "a.x/S:2:2 warning x-number", "a.x/S:2:4 error x-number", "a.x/S:2:5 warning x-merged",
                "a.x/S:3:1 error x-number", "a.x/S:4:5 warning x-merged",
            ]
        )
        #expect(read.summary.skipped == ["damaged cell": 1, "empty cell": 4, "text without a key": 1])
    }

    @Test("The sheet's name may be the locale, and a delivery's locale wins over the columns")
    func locales() throws {
        let rows = [
            #""line":1,"part":"French","cells":["key","text"]"#,
            #""line":2,"part":"French","cells":["a","A"]"#,
        ]
        #expect(
            try Read(rows[0], rows[1], options: ["locale": "from-sheet"]).units == [
                "a.x/French:2:2 a fr A"
            ]
        )
        #expect(try Read(rows[0], rows[1], locale: "it").units == ["a.x/French:2:2 a it A"])
    }

    @Test(
        "A row that violates the protocol page is refused with the reason",
        arguments: [
            ([#""line":1,"part":"S""#], "lacks “cells”"), ([#""line":1,"cells":[]"#], "lacks “part”"),
            ([#""cells":[]"#], "lacks “line”"),
            ([#""line":0,"cells":[]"#], "“line” is out of range"),
            ([#""line":1,"cells":[1]"#], "expected"),
            ([#""line":1,"cells":[{"bold":true}]"#], "a cell has no member “bold”"),
            ([#""line":1,"cells":[{"rule":"x-other","holds":"a","remedy":"b"}]"#], "lists no rule"),
            ([#""line":1,"cells":[{"rule":"x-number"}]"#], "together"),
            ([#""line":1,"cells":[],"hidden":"column"#], "closing quotation mark"),
            ([#""line":1,"cells":[],"hidden":"column""#], "neither row nor sheet"),
            ([#""line":1,"cells":[],"part":"""#], "“part” is empty"),
            ([#""line":1,"cells":[],"sheet":"S""#], "has no member “sheet”"),
            ([#""line":1,"cells":[],"line":1"#], "occurs twice"),
            (
                [#""line":2,"part":"S","cells":["a"]"#, #""line":2,"part":"S","cells":["b"]"#],
                "Row 2 follows row 2"
            ),
            (
                [
                    #""line":1,"part":"S","cells":["a"]"#, #""line":1,"part":"T","cells":["a"]"#,
                    #""line":2,"part":"S","cells":["a"]"#,
                ], "returns to the rows of “S”"
            ),
        ]
    )
    func refused(rows: [String], reason: String) throws {
        let tables = try TableOptions(ReaderOptions(), of: TableFormat(id: "x", isSheet: true))
        let rules = [RuleDescription("x-number", .error, "A number.")]
        var output = PluginOutput(of: "a.x", rules: rules, tables: tables)
        let lines = rows.map { #"{"row":{\#($0)}}"# + "\n" }.joined()
        let problem = #expect(throws: PluginOutput.Problem.self) {
            try Array(lines.utf8).withUnsafeBytes { try output.take($0) { _ in } }
        }
        #expect(problem?.text.contains(reason) == true, "\(problem?.text ?? "")")
    }

    @Test("Unannounced or miscounted rows are refused")
    func unannounced() throws {
        let row = Array("{\"row\":{\"line\":1,\"part\":\"S\",\"cells\":[]}}\n".utf8)
        var plain = PluginOutput(of: "a.x", rules: [])
        #expect(throws: PluginOutput.Problem.self) {
            try row.withUnsafeBytes { try plain.take($0) { _ in } }
        }
        let tables = try TableOptions(ReaderOptions(), of: TableFormat(id: "x", isSheet: true))
        var output = PluginOutput(of: "a.x", rules: [], tables: tables)
        let end = Array(#"{"end":{"units":0,"findings":0,"bytes":0}}"#.utf8 + [0x0A])
        try (row + end).withUnsafeBytes { try output.take($0) { _ in } }
        #expect(throws: PluginOutput.Problem.self) { try output.end(bytes: 0) { _ in } }
    }

    @Test("A plugin for tables must not declare the rules and options common to all tables")
    func description() {
        func reason(_ options: String, _ rules: String) -> String? {
            let text = """
                {"protocol":1,"id":"x","name":"X","rows":true,"extensions":["x"],"options":[\(options)],"rules":[\(rules)]}
                """
            do {
                _ = try Array(text.utf8).withUnsafeBytes { try FormatDescription(parsing: $0) }
                return nil
            } catch { return (error as? JSONScanner.Problem)?.reason }
        }
        #expect(reason("", "") == nil)
        #expect(reason(#"{"name":"map","help":"A.","example":"b"}"#, "")?.contains("“map”") == true)
        #expect(
            reason("", #"{"id":"x-empty","severity":"error","explanation":"A."}"#)?.contains("“x-empty”")
                == true
        )
    }
}
