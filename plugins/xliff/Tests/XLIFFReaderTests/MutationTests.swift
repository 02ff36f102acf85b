import GlossportReading
internal import Testing

@testable internal import XLIFFReader

@Suite("XLIFF reader: hostile input")
struct MutationTests {
    private static let seeds: [String] = [
        .version12(
            """
            <group translate="no" xml:space="preserve"><context-group><context context-type="x-key">a</context></context-group>
            <trans-unit id="a" resname="r" approved="yes" maxwidth="9" size-unit="char"><source>A <x id="1"/></source>
            <seg-source><mrk mtype="seg" mid="1">A</mrk></seg-source><target state="final" xml:lang="de">B <ph id="1">&lt;br/&gt;</ph>
            <g id="2"><mrk mtype="seg" mid="1">C</mrk></g><![CDATA[d]]>&amp;&#160;</target><note>N</note>
            <alt-trans><target>X</target></alt-trans></trans-unit></group>
            """,
            root:
                "xmlns:mq=\"MQXliff\" xmlns:m=\"http://www.memsource.com/mxlf/2.0\" xmlns:sdl=\"http://sdl.com/FileTypes/SdlXliff/1.0\""
        ),
        .version20(
            """
            <group id="g"><unit id="1" name="n"><notes><note>N</note></notes><originalData><data id="d">%@<cp hex="1"/></data></originalData>
            <segment state="reviewed"><source>A<ph id="1" dataRef="d"/></source><target order="2">B<cp hex="E9"/></target></segment>
            <ignorable><source> </source></ignorable><segment><source>C</source><target order="1"><pc id="2">D</pc></target></segment></unit></group>
            """
        ),
        "<!DOCTYPE xliff [<!ELEMENT xliff ANY><!ATTLIST target state CDATA \"final\">]>" + .unit("<target>B</target>"),
    ]

    private static let pieces = [
        "<", ">", "/>", "</", "&", ";", "]]>", "<![CDATA[", "<!--", "-->", "<?", "?>", "\"", "\0", "\u{FEFF}", "\r",
        "<target>",
        "</target>", "<unit>", "<segment>", "<source>", "<mrk mtype=\"seg\">", "<ph>", "<sub>", "&#xD800;", "&x;",
        "<data id=\"d\">",
        "<!DOCTYPE a [", "<!ENTITY a \"b\">", "order=\"9\"", "encoding=\"utf-16\"", "xmlns=\"\"", "<xliff>", "<file>",
        "<ignorable>",
    ]

    @Test("Hundreds of damaged files cause neither crashes nor hangs, and the counts add up", arguments: 0..<6)
    func mutations(round: Int) throws {
        var random = Seeded(seed: UInt64(round) &* 1_000_003 &+ 1)
        for _ in 0..<120 {
            guard let seed = Self.seeds.randomElement(using: &random) else { return }
            var bytes = Array(seed.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + 40))
                case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 120)], at: place)
                case 4:
                    bytes.insert(contentsOf: Array((Self.pieces.randomElement(using: &random) ?? "").utf8), at: place)
                default: bytes = Array(bytes[..<max(1, place)])
                }
                if bytes.isEmpty { bytes = [0x3C] }
            }
            let reading = try Reading(bytes: bytes)
            #expect(reading.summary.units == reading.units.count)
            let declared = Set(XLIFFReader.format.rules.map(\.id))
            #expect(reading.findings.allSatisfy { declared.contains($0.rule) && $0.location != nil })
            let filter = KeyFilter(between: ".")
            let wanted = try Reading(
                SourceFile(path: "de.xliff", bytes: bytes),
                ReaderOptions(wanted: filter)
            )
            let isWanted = { (unit: TranslationUnit) in Array(unit.key.utf8).withUnsafeBytes(filter.accepts) }
            #expect(wanted.units.filter(isWanted) == reading.units.filter(isWanted))
        }
    }

    @Test("A file truncated anywhere causes an error")
    func prefixes() throws {
        for seed in Self.seeds {
            let bytes = Array(seed.utf8)
            for length in 0..<(bytes.count - 1) {
                let reading = try Reading(bytes: Array(bytes[..<length]))
                #expect(!reading.errors.isEmpty, "cut off at \(length)")
            }
        }
    }

    @Test("Every rule has a unique id and an explanation in one paragraph")
    func rules() {
        let rules = XLIFFReader.format.rules
        #expect(Set(rules.map(\.id)).count == rules.count)
        for rule in rules {
            #expect(rule.id.rawValue.hasPrefix("xliff-"))
            #expect(rule.explanation.count > 40 && !rule.explanation.contains("\n"))
        }
    }
}
