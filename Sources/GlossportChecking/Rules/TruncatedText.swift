import GlossportProject
import GlossportReading

enum TruncatedText: TextsRule {
    static let description = RuleDescription(
        "truncated-text",
        .warning,
        """
        The text was probably truncated by a program: it has exactly 255 characters or as many as the field allows and ends within \
        a sentence; it ends with a comma, a hyphen, an opening bracket or an ellipsis that the source lacks; or it lacks the stop that its source and nearly all other \
        locales end with. Or a sentence is missing: the text has fewer sentences than the source and nearly all other locales, and \
        is unusually short.
        """
    )
    static let issue = QualityIssue.omission
    static let triggering = [
        RuleExample("cut at 66 characters", "keep.header [de-DE] = \(String(repeating: "Bleib bei ", count: 6))uns im"),
        RuleExample("an open end", "keep.body [de-DE] = Deine Daten bleiben,"),
        RuleExample(
            "much shorter than the source",
            "keep.body [de-DE] = Deine Daten bl << Your data stays here for ninety more days, and so do your lists."
        ),
        RuleExample(
            "no stop where all others have one",
            """
            a.body [de-DE] = Deine Daten bleiben noch neunzig Tage la << Your data stays here for another ninety days, and all your lists.
            a.body [fr-FR] = Vos données restent. << Your data stays here for another ninety days, and all your lists.
            a.body [it] = I tuoi dati restano. << Your data stays for ninety days.
            a.body [pl] = Twoje dane zostają. << Your data stays for ninety days.
            a.body [es-ES] = Tus datos se quedan. << Your data stays for ninety days.
            """
        ),
        RuleExample(
            "a sentence is missing",
            """
            a.body [de-DE] = Deine Daten bleiben noch neunzig Tage. << Your data stays for ninety days. Then we delete all of it.
            a.body [fr-FR] = Vos données restent 90 jours. Puis elles sont effacées. << Your data stays for ninety days. Then we delete all of it.
            a.body [it] = I dati restano 90 giorni. Poi vengono cancellati. << Your data stays for ninety days. Then we delete all of it.
            a.body [pl] = Dane zostają 90 dni. Potem je usuwamy. << Your data stays for ninety days. Then we delete all of it.
            a.body [ja] = データは90日間残ります。その後、すべて削除されます。 << Your data stays for ninety days. Then we delete all of it.
            a.body [es-ES] = Tus datos se quedan 90 días. Después se borran. << Your data stays for ninety days. Then we delete all of it.
            """
        ),
    ]
    static let nonTriggering = [
        RuleExample("an ellipsis in both", "keep.body [de-DE] = Bleib, und … << Stay, and ..."),
        RuleExample(
            "a full stop at the limit",
            "keep.header [de-DE] = \(String(repeating: "Bleib bei ", count: 6))uns da."
        ),
        RuleExample(
            "two sentences as one",
            """
            a.body [de-DE] = Deine Daten bleiben noch neunzig Tage, danach löschen wir sie alle. << Your data stays for ninety days. Then we delete all of it.
            a.body [fr-FR] = Vos données restent 90 jours. Puis elles sont effacées. << Your data stays for ninety days. Then we delete all of it.
            a.body [it] = I dati restano 90 giorni. Poi vengono cancellati. << Your data stays for ninety days. Then we delete all of it.
            a.body [pl] = Dane zostają 90 dni. Potem je usuwamy. << Your data stays for ninety days. Then we delete all of it.
            a.body [ja] = データは90日間残ります。その後、すべて削除されます。 << Your data stays for ninety days. Then we delete all of it.
            a.body [es-ES] = Tus datos se quedan 90 días. Después se borran. << Your data stays for ninety days. Then we delete all of it.
            """
        ),
        RuleExample("a header without a full stop", "keep.header [de-DE] = Bleib bei uns << Stay with us."),
    ]

    static func check(_ texts: [CheckedText], _ project: Project) -> [Finding] {
        var stops: [CheckedText.Slot: (ended: Int, all: Int)] = [:]
        // The number of sentences of each locale's text, by message and field.
        var counts: [CheckedText.Slot: [Int]] = [:]
        // Thai does not end sentences with a stop.
        for text in texts where text.record.locale.language != "th" {
            stops[text.slot, default: (0, 0)].all += 1
            if SentenceEnd(of: text.text) != nil { stops[text.slot]?.ended += 1 }
            counts[text.slot, default: []].append(SentenceEnd.sentences(in: text.scalars))
        }
        return texts.compactMap { text in
            check(text, stops[text.slot] ?? (0, 0)) ?? missingSentence(text, counts[text.slot] ?? [])
        }
    }

    /// A finding about a text with fewer sentences than its source and nearly all other locales.
    private static func missingSentence(_ text: CheckedText, _ counts: [Int]) -> Finding? {
        guard counts.count >= 5, text.record.locale.language != "th", let source = text.source,
            LengthRatio.relative(of: text).map({ $0 < 0.8 }) == true
        else { return nil }
        let wanted = SentenceEnd.sentences(in: Array(source.unicodeScalars))
        let own = SentenceEnd.sentences(in: text.scalars)
        let others = counts.count { $0 >= wanted }
        guard own > 0, own < wanted, (others + 1) * 10 >= counts.count * 9 else { return nil }
        return finding(
            text,
            "has \(own == 1 ? "1 sentence" : "\(own) sentences"); the source and \(others) of \(counts.count - 1) other locales have at least \(wanted).",
            remedy: "Ask the vendor whether one was left out.",
            request: "Check whether a sentence is missing: the source has \(wanted), this text \(own)."
        )
    }

    private static func check(_ text: CheckedText, _ stops: (ended: Int, all: Int)) -> Finding? {
        guard let last = text.scalars.last(where: { $0 != " " }) else { return nil }
        if openEnds.contains(last) {
            return finding(
                text,
                "ends with “\(last)”.",
                remedy: "Ask the vendor for the rest.",
                request: "Send the whole text: it ends with “\(last)”.",
                marking: .end
            )
        }
        if let source = text.source, SentenceEnd(of: text.text) == .ellipsis, SentenceEnd(of: source) != .ellipsis {
            return finding(
                text,
                "ends with an ellipsis, which its source lacks.",
                remedy: "Ask the vendor whether it was cut off.",
                request: "Check whether the end is missing: the text ends with an ellipsis, the source does not.",
                marking: .scalars(text.scalars.count - 1..<text.scalars.count)
            )
        }
        guard last.isAlphabetic || last.isNumeric else { return nil }
        let count = text.text.count
        if [text.field.lengthLimit, 255].contains(count) || text.scalars.count == text.field.lengthLimit {
            return finding(
                text,
                "is exactly \(count) characters long and ends without a stop.",
                remedy: "Ask the vendor whether it was cut off.",
                request: "Check whether the end is missing: it stops after exactly \(count) characters.",
                marking: .end
            )
        }
        guard text.record.locale.language != "th", let source = text.source, SentenceEnd(of: source) != nil else {
            return nil
        }
        // Short texts are labels, which some languages end without a stop.
        let isOdd = source.utf8.count >= 48 && stops.all >= 5 && (stops.ended + 1) * 10 >= stops.all * 8
        let isShort = source.utf8.count >= 30 && LengthRatio.relative(of: text).map { $0 < 0.6 } == true
        guard isOdd || isShort else { return nil }
        return finding(
            text,
            isOdd
                ? "ends without a stop; its source and \(stops.ended) of \(stops.all - 1) other locales end with one."
                : "has \(count) characters and no stop at its end; the source has \(source.count), and one.",
            remedy: "Ask the vendor whether it was cut off.",
            request: "Check whether the end is missing: the source ends with a stop, this text does not.",
            marking: .end
        )
    }

    private static let openEnds: Set<Unicode.Scalar> = [",", "-", "(", "[", "{", "、", "，", "،", "（", "&", "/"]
}
