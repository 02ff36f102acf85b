import AndroidReader
import GlossportReading
import Testing

@Suite("The Android reader handles damage and limits")
struct LimitTests {
    @Test("A file truncated anywhere causes a finding, and its texts arrive completely or not at all")
    func truncated() throws {
        let body = (0..<4).map { "<string name=\"s\($0)\">Text \($0) <xliff:g>ä</xliff:g> &amp; 花 🎈</string>" }
        let text = Reading.document(body.joined(separator: "\n"))
        let wide: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for file in [Array(text.utf8), wide] {
            let whole = try Reading(file).texts
            #expect(whole.count == 4)
            for length in 2..<file.count - 4 {
                let reading = try Reading(Array(file.prefix(length)))
                #expect(whole.starts(with: reading.texts), "cut off at \(length)")
                #expect([["android-truncated"], ["android-empty"]].contains(reading.rules), "cut off at \(length)")
            }
        }
    }

    @Test("Encodings and line ends do not affect the result")
    func encodings() throws {
        let text = Reading.document("<string name=\"a\">Grüße\n  du</string>\n<string name=\"b\">花 🎈</string>")
        let plain = try Reading(Array(text.utf8)).units
        #expect(plain.map(\.target) == ["Grüße du", "花 🎈"])
        func big(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
        func little(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
        let files = [
            [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFE, 0xFF] + big(text), [0xFF, 0xFE] + little(text), big(text),
            little(text), Array(text.replacing("\n", with: "\r\n").utf8), Array(text.replacing("\n", with: "\r").utf8),
        ]
        for file in files { #expect(try Reading(file).units == plain) }
        #expect(try Reading([0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0]).rules == ["android-encoding"])
    }

    @Test(
        "Invalid bytes are an error at their location",
        arguments: [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]]
    )
    func badBytes(bad: [UInt8]) throws {
        var file = Array(Reading.document("<string name='a'>x</string>\n<string name='b'>y").utf8.dropLast(14))
        file += bad + Array("z</string></resources>".utf8)
        let reading = try Reading(file)
        #expect(reading.texts == ["a=x"])
        #expect(reading.rules == ["android-bad-bytes"])
        #expect(reading.findings.first?.location?.line == 3)
        #expect(reading.findings.first?.location?.column == 19)
    }

    @Test("Characters split at the end of a chunk arrive intact", arguments: 0..<9)
    func chunks(shift: Int) throws {
        let text = String(repeating: "ä花🎈", count: 30_000)
        let filling = String(repeating: "x", count: shift)
        #expect(try Reading(strings: "<!--\(filling)--><string name=\"a\">\(text)</string>").texts == ["a=\(text)"])
    }

    @Test("A text, name or comment of more than 1 MiB drops only its string")
    func tooLong() throws {
        let long = String(repeating: "x", count: ReaderLimits.textBytes + 1)
        let reading = try Reading(
            strings: """
                <string name="a">\(long.dropLast())</string><string name="b">\(long)</string>
                <string name="\(long)">x</string><!-- \(long) --><string name="c">x</string>
                <string name="d">y</string>
                """
        )
        #expect(reading.units.map(\.key) == ["a", "d"])
        #expect(reading.rules == ["android-too-long", "android-too-long", "android-too-long"])
    }

    @Test(
        "An endless tag, comment, or series of names or attributes stops the reading early",
        arguments: [
            ("<string name=\"" + String(repeating: "x", count: 12_000_000) + "\">y</string>", "android-too-long"),
            ("<!--" + String(repeating: "x", count: 12_000_000) + "-->", "android-too-long"),
            ("<string " + (0..<300_000).map { "a\($0)=''" }.joined(separator: " ") + "/>", "android-too-long"),
            ("<style>" + (0..<30_000).map { "<a\($0)/>" }.joined() + "</style>", "android-too-many-names"),
        ]
    )
    func endless(content: String, rule: String) throws {
        let reading = try Reading(strings: "<string name=\"a\">x</string>" + content)
        #expect(reading.texts == ["a=x"])
        #expect(reading.rules == [rule])
    }

    @Test("Entities are not expanded, and nesting has a limit")
    func bombs() throws {
        let laughs = (1..<12).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }.joined()
        let string = "<resources><string name=\"a\">&e11;</string></resources>"
        let bomb = "<!DOCTYPE resources [<!ENTITY e0 \"ha\">\(laughs)]>" + string
        let external = "<!DOCTYPE resources SYSTEM \"file:///etc/passwd\">" + string
        for file in [bomb, external] {
            let reading = try Reading(Array(file.utf8))
            #expect(reading.units == [])
            #expect(reading.rules == ["android-doctype"])
        }
        let deep = try Reading(Array("<resources>".utf8) + Array(String(repeating: "<a>", count: 500_000).utf8))
        #expect(deep.rules == ["android-unknown-element", "android-too-deep"])
    }

    @Test("Reading stops after 100 errors")
    func defects() throws {
        let reading = try Reading(strings: String(repeating: "<string>x</string>", count: 200))
        #expect(
            reading.rules == Array(repeating: "android-missing-name", count: 100) + ["android-too-many-defects"]
        )
    }

    @Test("Unwanted units are counted, and twenty are named")
    func others() throws {
        let strings = (0..<50).map { "<string name=\"s\($0)\">@x/y</string><string name=\"keep\($0).body\">y</string>" }
        let reading = try Reading(strings: strings.joined(), wanted: KeyFilter(prefix: "keep", between: "."))
        #expect(reading.units.count == 50)
        #expect(reading.others.count == 20)
        #expect(reading.summary.others == 50)
    }

    @Test("Hundreds of damaged files cause neither crashes nor hangs", arguments: 0..<6)
    func mutations(round: Int) throws {
        var state = UInt64(round) &* 1_000_003 &+ 1
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let seed = Reading.document(
            """
            <!-- note --><string name="a" product="default">Grüße <xliff:g id="x">%1$s</xliff:g> &amp; "x" \\u00e4\\'</string>
            <item type="string" name="b"><![CDATA[ä ]]><b>c</b>&#10;&#228;</string><plurals name="p"><item>x</item></plurals>
            """
        )
        let pieces = [
            "<", ">", "/>", "</", "&", ";", "]]>", "<![CDATA[", "<!--", "-->", "<?", "?>", "\"", "\0", "\u{FEFF}", "\r",
            "\\", "\\u12", "\\ud83d", "<string>", "</string>", "</resources>", "<!DOCTYPE a [", "<!ENTITY a \"b\">",
            "&x;",
        ]
        for _ in 0..<150 {
            var bytes = Array(seed.utf8)
            for _ in 0...random(5) {
                let place = random(bytes.count)
                switch random(4) {
                case 0: bytes[place] = UInt8(random(256))
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: Array(pieces[random(pieces.count)].utf8), at: place)
                default: bytes.removeLast(random(bytes.count))
                }
                if bytes.isEmpty { bytes = [0x3C] }
            }
            _ = try Reading(bytes)
        }
    }
}
