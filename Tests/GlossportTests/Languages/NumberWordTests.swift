import Testing

@testable import GlossportChecking

/// Numbers written as words, in languages of many scripts.
@Suite("Number words")
struct NumberWordTests {
    private static let texts: [(language: String, text: String, value: Int)] = [
        ("sl", "Ostanite pet mesecev", 5), ("tr", "Beş ay kalın", 5), ("tr", "On iki ay", 12),
        ("id", "Tetap lima bulan", 5), ("ms", "Kekal dua belas bulan", 12), ("vi", "Ở lại mười hai tháng", 12),
        ("he", "להישאר חמישה חודשים", 5), ("he", "שנים־עשר חודשים", 12), ("ar", "ابق معنا خمسة أشهر", 5),
        ("ar", "اثني عشر شهرًا", 12), ("ur", "پانچ مہینے رہیں", 5), ("hi", "पाँच महीने रहें", 5), ("mr", "पाच महिने राहा", 5),
        ("pa", "ਪੰਜ ਮਹੀਨੇ ਰਹੋ", 5), ("gu", "પાંચ મહિના રહો", 5), ("bn", "পাঁচ মাস থাকুন", 5), ("or", "ପାଞ୍ଚ ମାସ ରୁହନ୍ତୁ", 5),
        ("ta", "ஐந்து மாதங்கள்", 5), ("te", "ఐదు నెలలు", 5), ("kn", "ಐದು ತಿಂಗಳು", 5), ("ml", "അഞ്ച് മാസം", 5),
        ("de", "❤️vier Monate", 4), ("de", "1️⃣vier Monate", 4), ("ko", "다섯 달 동안", 5), ("ja", "十二か月間", 12),
        ("zh", "再用十一个月", 11),
    ]

    @Test("The number word is the only number found", arguments: texts)
    func found(language: String, text: String, value: Int) {
        #expect(NumberWord.all(in: text, of: language).map(\.value) == [value])
    }

    @Test(
        "A word that merely contains a number word is not a number",
        arguments: [
            ("ja", "第三者の四季"), ("ja", "三か\u{3099}日"), ("zh", "二十个月，十几个"), ("th", "สามารถ"), ("vi", "Năm nay"),
            ("fr", "Tout neuf"),
        ]
    )
    func none(language: String, text: String) {
        #expect(NumberWord.all(in: text, of: language).isEmpty)
    }
}
