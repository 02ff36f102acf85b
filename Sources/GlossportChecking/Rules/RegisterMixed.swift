import GlossportProject
import GlossportReading

enum RegisterMixed: TextsRule {
    static let description = RuleDescription(
        "register-mixed",
        .warning,
        """
        The text says “Sie” where at least three texts of the locale, and three times as many as say otherwise, say “du”, or the reverse. \
        German, French, Spanish, Italian, Dutch and Russian are checked, by pronouns that cannot mean anything else where they are.
        """
    )
    static let issue = QualityIssue.register
    static let triggering = [
        RuleExample(
            "Sie among du",
            "a.header [de-DE] = Bleib, du verpasst sonst was\na.body [de-DE] = Wir heben deine Lieder auf\nb.header [de-DE] = Hol dir alles\nb.body [de-DE] = Danach zahlen Sie weniger"
        ),
        RuleExample(
            "tu among vous",
            "a.header [fr-FR] = Restez, vous ne paierez rien\na.body [fr-FR] = Gardez vos titres\nb.header [fr-FR] = Votre musique\nb.body [fr-FR] = Garde tes titres avec toi"
        ),
        RuleExample(
            "usted among tú",
            "a.header [es-ES] = Tu música sigue contigo\na.body [es-ES] = Guarda tus listas\nb.header [es-ES] = Te esperamos\nb.body [es-ES] = Si usted quiere, siga"
        ),
    ]
    static let nonTriggering = [
        RuleExample(
            "two of two kinds",
            "a.header [de-DE] = Bleib, du verpasst was\na.body [de-DE] = Wir heben deine Lieder auf\nb.header [de-DE] = Bleiben Sie\nb.body [de-DE] = Danach zahlen Sie weniger"
        ),
        RuleExample(
            "they, at the beginning",
            "a.header [de-DE] = Bleib, du verpasst was\na.body [de-DE] = Deine Lieder bleiben. Sie warten auf dich.\nb.header [de-DE] = Hol dir alles\nb.body [de-DE] = Sie gehören dir"
        ),
    ]

    /// The minimum number of texts with the usual form of address.
    private static let least = 3

    static func check(_ texts: [CheckedText], _ project: Project) -> [Finding] {
        Dictionary(grouping: texts) { $0.record.locale }.values.flatMap { texts -> [Finding] in
            guard let language = texts.first?.record.locale.language, let words = words[language] else { return [] }
            let found = texts.map { (text: $0, address: words.address(in: $0.scalars)) }
            let (familiar, formal) = (
                found.filter { $0.address?.isFormal == false }, found.filter { $0.address?.isFormal == true }
            )
            let (most, few) = familiar.count > formal.count ? (familiar, formal) : (formal, familiar)
            guard most.count >= least, most.count >= few.count * 3, let usual = most.first?.address else { return [] }
            return few.compactMap { text, address in
                guard let address else { return nil }
                return finding(
                    text,
                    "says “\(address.word)”; \(most.count) other texts of the locale say “\(usual.word)” or the like.",
                    remedy: "Ask the vendor for one form of address.",
                    request: "Address customers as the other texts do (“\(usual.word)”), not with “\(address.word)”.",
                    marking: .scalars(address.range)
                )
            }
        }
    }

    private struct Address {
        var isFormal: Bool
        var word: String
        var range: Range<Int>
    }

    private struct Words {
        var familiar: Set<String>
        var formal: Set<String>
        /// Whether only a capital letter marks the formal words, so that they are ambiguous at the beginning of a
        /// sentence.
        var isMarkedByCapital: Bool

        init(_ familiar: String, _ formal: String, isMarkedByCapital: Bool = false) {
            self.familiar = Set(familiar.split(separator: " ").map(String.init))
            self.formal = Set(formal.split(separator: " ").map(String.init))
            self.isMarkedByCapital = isMarkedByCapital
        }

        /// The form of address of a text; `nil` if it has none or both.
        func address(in scalars: [Unicode.Scalar]) -> Address? {
            var address: Address?
            var start = 0
            while let first = scalars[start...].firstIndex(where: \.isAlphabetic) {
                let end = scalars[first...].firstIndex { !$0.isAlphabetic } ?? scalars.endIndex
                start = end
                let word = String(String.UnicodeScalarView(scalars[first..<end]))
                let isFormal =
                    isMarkedByCapital
                    ? formal.contains(word) && !beginsSentence(scalars, first) : formal.contains(word.lowercased())
                guard isFormal || familiar.contains(word.lowercased()) else { continue }
                if let address, address.isFormal != isFormal { return nil }
                address = address ?? Address(isFormal: isFormal, word: word, range: first..<end)
            }
            return address
        }

        private func beginsSentence(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
            let before = scalars[..<index].last {
                !($0 == " " || $0 == "\u{A0}" || "„“”»«\"–—-".unicodeScalars.contains($0))
            }
            return before.map { ".!?:…".unicodeScalars.contains($0) } ?? true
        }
    }

    private static let words: [String: Words] = [
        "de": Words("du dich dir dein deine deinem deinen deiner deines", "Sie Ihnen", isMarkedByCapital: true),
        "fr": Words("tu toi tes", "vous votre vos"),
        "es": Words("tú tu tus te ti contigo", "usted"),
        "it": Words("tu tuo tua tuoi tue", "Lei", isMarkedByCapital: true),
        "nl": Words("je jij jou jouw", "u uw"),
        "ru": Words("ты тебя тебе твой твоя твоё твои твоих твоей", "вы вас вам ваш ваша ваше ваши ваших вашей"),
    ]
}
