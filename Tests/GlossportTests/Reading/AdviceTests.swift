import Foundation
import GlossportReading
import Testing

@Suite("Advice")
struct AdviceTests {
    private let path = "a.csv"

    @Test("Without a program it has a general phrase for what only that can name")
    func general() {
        let advice: Advice = "Put \(path) elsewhere with \(.journalPath)."
        #expect(advice.description == "Put a.csv elsewhere with another path.")
    }

    @Test("A program puts its own words in")
    func worded() {
        let advice: Advice = "Run \(.importing), or \(.settle)."
        #expect(advice.worded { $0 == .settle ? "Settle" : "Import" } == "Run Import, or Settle.")
    }

    @Test("Advice within advice keeps its means")
    func nested() {
        let inner: Advice = "\(.prune) shows them."
        let outer: Advice = "It is full: \(inner)"
        #expect(outer == "It is full: \(.prune) shows them.")
    }

    @Test("Equal sentences are equal, however they were put together")
    func equal() {
        var advice: Advice = "Check \(path)."
        advice.append(" Then run it again.")
        #expect(advice == Advice("Check a.csv. Then run it again."))
    }

    @Test("It is written as a plain string, and read as one")
    func codable() throws {
        let json = try JSONEncoder().encode(["Run \(.settle)." as Advice])
        #expect(String(decoding: json, as: UTF8.self) == #"["Run settling."]"#)
        #expect(try JSONDecoder().decode([Advice].self, from: json) == ["Run settling."])
    }
}
