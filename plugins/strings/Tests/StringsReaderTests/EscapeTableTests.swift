import Foundation
import GlossportReading
import Testing

/// Every numeric escape of old-style property lists in every length, as Foundation's own tests have them: 68,440 of them, made here from the rule.
@Suite("All numeric escapes")
struct EscapeTableTests {
    /// The escapes of a number in all lengths from its own up to the longest.
    private static func spellings(_ number: Int, _ mark: String, radix: Int, digits: Int) -> [String] {
        let shortest = String(number, radix: radix, uppercase: true)
        return (shortest.count...digits).map {
            "\\" + mark + String(repeating: "0", count: $0 - shortest.count) + shortest
        }
    }

    /// The reader's interpretation of escapes, each in its own text.
    private static func texts(_ escapes: [String]) throws -> [String?] {
        let reading = try Reading(escapes.map { "\"k\" = \"\($0)|\";\n" }.joined())
        #expect(reading.errors == [])
        return reading.units.map(\.target)
    }

    @Test("an octal escape has one to three digits, of which eight bits count, in the character set of NeXT")
    func octal() throws {
        let cases = (0...0o777).flatMap { number in
            // Foundation knows no character for the two bytes that the set leaves free.
            let byte = Data([UInt8(truncatingIfNeeded: number)])
            let character = String(data: byte, encoding: .nextstep) ?? "\0"
            return Self.spellings(number, "", radix: 8, digits: 3).map { (escape: $0, text: character + "|") }
        }
        #expect(cases.count == 584)
        #expect(try Self.texts(cases.map(\.escape)) == cases.map(\.text))
    }

    @Test("an escape of a UTF-16 unit has one to four hexadecimal digits")
    func unicode() throws {
        let cases = (0...0xFFFF).flatMap { number in
            Unicode.Scalar(UInt16(number)).map { scalar in
                Self.spellings(number, "U", radix: 16, digits: 4).map { (escape: $0, text: "\(scalar)|") }
            } ?? []
        }
        #expect(cases.count == 67_856)
        #expect(try Self.texts(cases.map(\.escape)) == cases.map(\.text))
    }
}
