import GlossportReading
internal import Testing
internal import XMLParsing

@testable internal import XLIFFReader

@Suite("XLIFF reader: lines and columns")
struct LocationTests {
    /// Reads a text in chunks of a given size, to simulate chunk boundaries of other files.
    private static func read(_ text: String, pieces size: Int) throws -> [ReadEvent] {
        var events: [ReadEvent] = []
        let source = SourceFile(path: "de.xliff", bytes: [])
        let options = try XLIFFOptions(ReaderOptions())
        func keep(_ event: ReadEvent) { events.append(event) }
        withoutActuallyEscaping(keep) { emit in
            var machine = DocumentMachine(options: options, source: source, emit: emit)
            withUnsafeMutablePointer(to: &machine) { machine in
                guard let parser = XMLPushParser(driving: machine) else { return }
                Array(text.utf8).withUnsafeBytes { bytes in
                    for start in stride(from: 0, to: bytes.count, by: size) {
                        let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + size, bytes.count)])
                        machine.pointee.lines.append(piece)
                        parser.feed(piece)
                        machine.pointee.lines.discard(before: parser.consumed)
                    }
                }
                machine.pointee.isFinishing = true
                parser.finish()
            }
        }
        return events
    }

    @Test("A unit with a target is located at its <target>, one without at its start tag")
    func places() throws {
        let reading = try Reading(
            .version12(
                "  <trans-unit id=\"a\"\n><source>ä花</source><target\n state=\"new\">B</target></trans-unit><trans-unit id=\"b\"><source/></trans-unit>"
            )
        )
        #expect(reading.units.map(\.location) == [.here(6, 21), .here(7, 37)])
    }

    @Test("Locations and texts do not depend on chunk boundaries")
    func pieces() throws {
        let text = String.version12(
            """
            <!-- > ' " -->\r\n<trans-unit id="a > b" resname='q"&lt;"'\r\n extra="x>y">\r<source>ä花</source>\r\n\t<target\n state="final">B &amp; 花
            <![CDATA[ <x> ]]&gt; ]]> &#x20AC;</target>\r\r\n<note a='>'>N</note></trans-unit>
            <trans-unit id="z"><source><ph id="1">&lt;a></ph></source><target>é<x id="1" equiv-text="a>b"/></target></trans-unit>
            """
        )
        let whole = try Reading(text)
        #expect(whole.units.count == 2 && whole.findings.count == 1)
        // The reader passes whole characters to the parser, but these chunks may split them, so use an ASCII-only copy.
        let ascii = text.replacing("ä", with: "a").replacing("花", with: "h").replacing("é", with: "e")
        let expected = try Reading(ascii)
        for size in 1...80 {
            let events = try Self.read(ascii, pieces: size)
            var units: [TranslationUnit] = []
            var findings: [Finding] = []
            for event in events {
                switch event {
                case .unit(let unit): units.append(unit)
                case .other: break
                case .finding(let finding): findings.append(finding)
                }
            }
            #expect(units == expected.units, "in pieces of \(size)")
            #expect(findings == expected.findings, "in pieces of \(size)")
        }
    }

    @Test("The line counter agrees with TextPosition on any text in any chunks")
    func lineCounter() {
        var random = Seeded(seed: 7)
        let alphabet: [String] = ["\n", "\r", "\r\n", "a", "ä", "花", "🎈", "   "]
        for _ in 0..<300 {
            let text = Array((0..<60).map { _ in alphabet.randomElement(using: &random) ?? "" }.joined().utf8)
            var counter = LineCounter()
            var position = TextPosition()
            var fed = 0
            var asked = 0
            text.withUnsafeBytes { bytes in
                while asked < bytes.count {
                    if fed < bytes.count {
                        let next = Int.random(in: fed...bytes.count, using: &random)
                        counter.append(UnsafeRawBufferPointer(rebasing: bytes[fed..<next]))
                        fed = next
                    }
                    let offset = Int.random(in: asked...fed, using: &random)
                    position.advance(over: UnsafeRawBufferPointer(rebasing: bytes[asked..<offset]))
                    asked = offset
                    if Bool.random(using: &random) { counter.discard(before: offset) }
                    let place = counter.place(at: offset)
                    #expect(place == TextCursor.Place(line: position.line, column: position.column))
                }
            }
        }
    }
}

/// A generator of the same random numbers in every run.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
