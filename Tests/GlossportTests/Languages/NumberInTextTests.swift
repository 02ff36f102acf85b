import Testing

@testable import GlossportChecking

@Suite("Numbers in texts")
struct NumberInTextTests {
    private func numbers(_ text: String) -> [NumberInText] { NumberInText.all(in: Array(text.unicodeScalars)) }

    @Test(
        "Notations of the same value agree, whatever their separators and digits",
        arguments: [
            ("2,000", "2.000"), ("2,000", "2 000"), ("2,000", "2\u{202F}000"), ("2,000", "2’000"), ("2,000", "٢٬٠٠٠"),
            ("10,000", "1万"), ("1.5", "1,5"), ("0.5", "0,50"), ("1,000,000", "100万"), ("15,000", "1.5万"),
            ("1,00,000", "100.000"), ("90", "९०"), ("50", "５０"),
        ]
    )
    func values(left: String, right: String) throws {
        let (left, right) = (numbers(left), numbers(right))
        try #require(left.count == 1 && right.count == 1)
        #expect(left[0].agrees(with: right[0]), "\(left[0].values) \(right[0].values)")
    }

    @Test(
        "Numbers with different values do not agree",
        arguments: [("50", "60"), ("2,000", "2,001"), ("1,5", "15"), ("10 000", "1 000"), ("9", "90")]
    )
    func differences(left: String, right: String) throws {
        let (left, right) = (numbers(left), numbers(right))
        #expect(!left[0].agrees(with: right[0]))
    }

    @Test("A space joins only groups of three digits, and a final full stop is not part of a number")
    func groups() {
        #expect(numbers("12 34 days, 24/7. Of 2024.").map(\.written) == ["12", "34", "24", "7", "2024"])
    }

    @Test("A date yields day, month and year, whatever separates them")
    func dates() {
        #expect(numbers("26.11.2026, 26/11/2026, 2026.11.26").map(\.written).count == 9)
        #expect(numbers("26.11.2026").flatMap(\.values) == ["26", "11", "2026"])
        #expect(numbers("1.234.567 or 1.2.3").map(\.written) == ["1.234.567", "1.2.3"])
    }

    @Test(
        "A percentage is recognized wherever the language puts the sign",
        arguments: ["50%", "50 %", "50\u{A0}%", "%50", "٥٠٪", "50％"]
    )
    func percentages(text: String) {
        #expect(numbers(text).map(\.isPercentage) == [true])
    }
}
