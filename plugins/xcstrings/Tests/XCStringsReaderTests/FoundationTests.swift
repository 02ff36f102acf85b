import Foundation
import GlossportReading
import Testing
import XCStringsReader

/// A small generator of reproducible random numbers (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Compares the reader with Foundation on catalogs that Foundation wrote, intact or damaged.
@Suite("The String Catalog reader and Foundation")
struct FoundationTests {
    /// Returns a random catalog without variations, as plain values.
    static func catalog(_ generator: inout SeededGenerator) -> [String: Any] {
        let texts = [
            "", "x", "Zwei\nZeilen", "\"quoted\"", "ü 花 🎈", "a/b\\c", "\u{7F}\u{2028}", "\t", "{}[],:", "e\u{301}",
        ]
        var strings: [String: Any] = [:]
        for number in 0..<Int.random(in: 1...9, using: &generator) {
            var localizations: [String: Any] = [:]
            for locale in ["en", "de", "pt-BR", "zh-Hans"] where Bool.random(using: &generator) {
                localizations[locale] = [
                    "stringUnit": [
                        "state": ["translated", "needs_review", "new"].randomElement(using: &generator) ?? "",
                        "value": texts.randomElement(using: &generator) ?? "",
                    ]
                ]
            }
            let key = "\(texts.randomElement(using: &generator) ?? "")\(number)"
            strings[key] = ["localizations": localizations, "comment": texts.randomElement(using: &generator) ?? ""]
        }
        return ["sourceLanguage": "en", "strings": strings, "version": "1.0"]
    }

    /// Returns the expected units of the reader, as `key/locale=text`.
    static func expected(_ catalog: [String: Any]) -> Set<String> {
        var result: Set<String> = []
        for (key, entry) in catalog["strings"] as? [String: [String: Any]] ?? [:] {
            let localizations = entry["localizations"] as? [String: [String: [String: String]]] ?? [:]
            if localizations.isEmpty { result.insert("\(key)/en=nil") }
            for (locale, localization) in localizations {
                let value = localization["stringUnit"]?["value"] ?? ""
                result.insert("\(key)/\(locale)=\(value.isEmpty ? "nil" : value)")
            }
        }
        return result
    }

    @Test("Random catalogs written by Foundation yield all their texts", arguments: 0..<200 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let catalog = Self.catalog(&generator)
        let styles: [JSONSerialization.WritingOptions] = [[], .prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        for style in styles {
            let data = try JSONSerialization.data(withJSONObject: catalog, options: style)
            let reading = try Reading(Array(data))
            #expect(Set(reading.texts) == Self.expected(catalog))
            #expect(reading.findings == [])
        }
    }

    @Test("Foundation accepts every catalog for which the reader reports no error", arguments: 0..<600 as Range<UInt64>)
    func mutated(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let catalog = Self.catalog(&generator)
        var bytes = Array(try JSONSerialization.data(withJSONObject: catalog, options: .prettyPrinted))
        for _ in 0..<Int.random(in: 1...3, using: &generator) where bytes.count > 4 {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let interesting: [UInt8] = Array("\"{}[],:\\u0<'/tn- \n".utf8) + [0, 0xC3, 0xE2, 0xFF]
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes.remove(at: place)
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 20))
            case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 30)], at: place)
            case 3: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            default: bytes.insert(interesting[Int.random(in: 0..<interesting.count, using: &generator)], at: place)
            }
        }
        let reading = try Reading(bytes)
        #expect(reading.summary.units == reading.units.count)
        #expect(!reading.units.isEmpty || !reading.findings.isEmpty || !reading.summary.skipped.isEmpty)
        let declared = Set(XCStringsReader.format.rules.map(\.id))
        #expect(reading.findings.allSatisfy { declared.contains($0.rule) && !$0.remedy.description.isEmpty })
        let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
        #expect(reading.findings.allSatisfy { 1...lines ~= $0.location?.line ?? 1 })
        if reading.errors.isEmpty {
            #expect(
                (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil,
                "\(String(decoding: bytes, as: UTF8.self))"
            )
        }
    }
}
