import GlossportProject
import GlossportReading

enum NumbersAcrossLocales: TextsRule {
    static let description = RuleDescription(
        "numbers-across-locales",
        .error,
        """
        The locale has a different number in a field than at least four in five locales, or than all others of three or four. A \
        percentage, which determines the price that customers expect, is an error if at least five locales have numbers, otherwise \
        a warning. Other numbers are a warning, and are checked only if there is no source text. A number written as a word is not reported. \
        Translations of an earlier source text are compared, but do not count among the others.
        """
    )
    static let issue = QualityIssue.inconsistentEntities
    static let triggering = [
        RuleExample(
            "one locale with another percentage",
            "a.body [de-DE] = 50 %\na.body [fr-FR] = 50 %\na.body [it] = 50%\na.body [ja] = 50%\na.body [es-ES] = 60 %\na.body [pl] = 50%"
        )
    ]
    static let nonTriggering = [
        RuleExample("two locales against each other", "a.body [de-DE] = 40 %\na.body [fr-FR] = 50 %"),
        RuleExample(
            "the same everywhere",
            "a.body [de-DE] = 50 %\na.body [fr-FR] = 50 %\na.body [it] = 50%\na.body [ar-SA] = ٥٠٪\na.body [es-ES] = 50 %\na.body [pl] = 50%"
        ),
        RuleExample(
            "a word in its place",
            "a.body [de-DE] = 50 %\na.body [fr-FR] = 50 %\na.body [it] = 50%\na.body [ja] = 半額\na.body [es-ES] = 50 %\na.body [pl] = 50%"
        ),
    ]

    static func check(_ texts: [CheckedText], _ project: Project) -> [Finding] {
        let groups = Dictionary(grouping: texts.filter(\.hasDigits), by: \.slot)
        return groups.values.filter { $0.count >= leastLocales }.flatMap(findings)
    }

    private static let leastLocales = 3
    /// With at least this many locales, four in five suffice to agree, and a deviating percentage is an error.
    private static let manyLocales = 5

    private static func findings(_ texts: [CheckedText]) -> [Finding] {
        let numbers = texts.map { NumberInText.all(in: $0.scalars) }
        let values = numbers.map { $0.reduce(into: Set<String>()) { $0.formUnion($1.values) } }
        // A translation of an earlier source text does not indicate the current number.
        let voters = texts.indices.filter { texts[$0].newSource == nil }
        guard voters.count >= leastLocales else { return [] }
        // The texts that contain each value; comparing all pairs of numbers would take quadratic time.
        var holders: [String: Set<Int>] = [:]
        for index in voters {
            for value in values[index] { holders[value, default: []].insert(index) }
        }
        func agreeing(_ number: NumberInText) -> Int {
            number.values.reduce(into: Set<Int>()) { $0.formUnion(holders[$1] ?? []) }.count
        }
        let needed = voters.count < manyLocales ? voters.count - 1 : (voters.count * 4 + 4) / 5
        var common: [NumberInText] = []
        var (commonValues, seen) = (Set<String>(), Set<Set<String>>())
        // Plain digits first, because the finding shows the first spelling.
        for number in numbers.joined().sorted(by: { $0.written < $1.written })
        where seen.insert(number.values).inserted && commonValues.isDisjoint(with: number.values)
            && agreeing(number) >= needed
        {
            common.append(number)
            commonValues.formUnion(number.values)
        }
        guard !common.isEmpty else { return [] }
        return texts.indices.compactMap { index in
            let text = texts[index]
            guard let expected = common.first(where: { $0.values.isDisjoint(with: values[index]) }),
                let found = numbers[index].first(where: { $0.values.isDisjoint(with: commonValues) })
            else { return nil }
            let isPercentage = expected.isPercentage && found.isPercentage
            guard isPercentage || text.source == nil else { return nil }
            let others = voters.count - (text.newSource == nil ? 1 : 0)
            let (number, right) = (NumbersDiffer.listed([found]), NumbersDiffer.listed([expected]))
            // The vendor's own source has this number, so asking which is right would lead in a circle.
            let isOld =
                text.newSource != nil && NumbersDiffer.numbers(of: text.source).contains { $0.agrees(with: found) }
            var finding = finding(
                text,
                "has \(number) where \(agreeing(expected)) of \(others) other locales have \(right)\(isOld ? ": it translates an earlier source text" : "").",
                remedy: isOld ? "Have today's source text translated." : "Ask the vendor which is right.",
                request: isOld
                    ? "Translate the new source text: it has \(right) instead of \(number)."
                    : "Check \(number): the other languages have \(right).",
                marking: .scalars(found.range)
            )
            if !isPercentage || voters.count < manyLocales { finding.severity = .warning }
            return finding
        }
    }
}
