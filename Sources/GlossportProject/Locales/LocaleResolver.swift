import GlossportReading

/// Maps vendors' locale identifiers to the App Store's short codes; never guesses.
///
/// Plain tables instead of ICU: ICU takes `ukrainian` for `und` and that for English, which is how German ends up in
/// French.
package struct LocaleResolver: Sendable {
    private let map: [String: StoreLocale]
    private let allowsFallback: Bool
    private let delivered: Set<String>

    /// - Parameters:
    ///   - map: The project file's `locales.map`, by the vendor's identifier.
    ///   - allowsFallback: Whether another region of a language may be used (`locales.fallback`).
    ///   - delivered: All identifiers of the delivery: a bare `pt` beside `pt-BR` means Portugal.
    package init(map: [String: StoreLocale] = [:], allowsFallback: Bool = false, delivered: Set<String> = []) {
        self.map = map
        self.allowsFallback = allowsFallback
        self.delivered = Set(delivered.map(LanguageTag.folded))
    }

    /// Resolves one identifier.
    package func resolve(_ identifier: String) -> LocaleResolution {
        if let mapped = map[identifier] { return .mapped(mapped, .map) }
        let trimmed = identifier.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let tag = String(trimmed.replacing("_", with: "-").prefix { $0 != "." && $0 != "@" })
        if let exact = StoreLocale(tag) { return .mapped(exact, .exact) }
        let lower = tag.lowercased()
        if LocaleTables.reserved.contains(lower) { return .none }
        if let code = LocaleTables.slips[lower], let locale = StoreLocale(code) { return .mapped(locale, .slip) }
        if let language = LocaleTables.languageNames[lower] { return resolve(LanguageTag(language: language)) }
        guard let parsed = LanguageTag(lower) else { return .unresolved(candidates: Self.suggestions(for: lower)) }
        return resolve(parsed)
    }

    /// Whether two identifiers name different languages, or one language in different scripts.
    ///
    /// `de-AT` may well be used for `de-DE`; `fr` may not. A word that names no language, such as `Base`, contradicts nothing.
    package func contradict(_ left: String, _ right: String) -> Bool {
        guard let left = language(of: left), let right = language(of: right) else { return false }
        return left != right
    }

    /// The language, with its script where that tells two of the App Store's locales apart or is not the usual one.
    private func language(of identifier: String) -> String? {
        switch LocaleResolver(map: map, allowsFallback: true).resolve(identifier) {
        case .mapped(let locale, _):
            return locale.code.hasPrefix("zh-") ? locale.code.lowercased() : String(locale.code.prefix { $0 != "-" })
        case .none: return nil
        case .unresolved:
            guard let tag = LanguageTag(identifier) else { return nil }
            let language = LanguageCodes.aliases[tag.language] ?? tag.language
            // Whose region leaves the script open is not known to differ from either.
            if language == "zh" { return nil }
            return [language, tag.script].compactMap(\.self).joined(separator: "-")
        }
    }

    /// Other identifiers that vendors write for a locale, as far as tables name them, sorted.
    package func aliases(of locale: StoreLocale) -> [String] {
        Self.knownIdentifiers.filter { $0 != locale.code && resolve($0).locale == locale }
    }

    private static let knownIdentifiers: [String] = {
        let regions = LocaleTables.mainRegion.map { "\($0.key)-\($0.value.uppercased())" }
        let chinese = ["zh", "zh-CN", "zh-SG", "zh-TW", "zh-HK", "zh-MO"]
        let languages = StoreLocale.all.map { String($0.prefix { $0 != "-" }) }
        let names = LocaleTables.languageNames.keys.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let codes = Array(LanguageCodes.aliases.keys) + LocaleTables.slips.keys
        return Set(regions + chinese + languages + names + codes).sorted()
    }()

    private func resolve(_ tag: LanguageTag) -> LocaleResolution {
        let language = LanguageCodes.aliases[tag.language] ?? tag.language
        if language == "zh" { return resolveChinese(tag) }
        let codes = StoreLocale.all.filter { $0.prefix { $0 != "-" } == language }.compactMap { StoreLocale($0) }
        guard let main = LocaleTables.mainCode[language].flatMap({ StoreLocale($0) }) ?? codes.first else {
            // A language that the App Store lacks: whatever is spelled like it is another one.
            return .unresolved(candidates: [])
        }
        if let script = tag.script, script != LocaleTables.script[language] ?? "latn" {
            return .unresolved(candidates: [])
        }
        guard let region = tag.region else {
            if language == "pt" {
                return delivered.contains("pt-br") ? mapped("pt-PT", .language) : mapped("pt-BR", .language)
            }
            return .mapped(main, main.code == language ? .equivalent : .language)
        }
        let wanted = "\(language)-\(region)"
        if let same = codes.first(where: { $0.code.lowercased() == wanted }) { return .mapped(same, .equivalent) }
        if codes.count == 1, LocaleTables.mainRegion[language] == region { return .mapped(main, .equivalent) }
        let nearest = LocaleTables.nearest[wanted] ?? LocaleTables.nearest["\(language)-*"]
        let fallback = nearest.flatMap { StoreLocale($0) } ?? main
        if allowsFallback { return .mapped(fallback, .fallback) }
        // Two letters in the wrong order, as in pt-RB, are likelier than a region that the App Store lacks.
        let first = codes.first { $0.code.lowercased().sorted() == wanted.sorted() } ?? fallback
        return .unresolved(candidates: [first] + codes.filter { $0 != first })
    }

    private func resolveChinese(_ tag: LanguageTag) -> LocaleResolution {
        switch (tag.script, tag.region) {
        case ("hans"?, _), (nil, "cn"?), (nil, "sg"?), (nil, "my"?): mapped("zh-Hans", .equivalent)
        case ("hant"?, _), (nil, "tw"?), (nil, "hk"?), (nil, "mo"?): mapped("zh-Hant", .equivalent)
        case (nil, nil): mapped("zh-Hans", .language)
        default: .unresolved(candidates: ["zh-Hans", "zh-Hant"].compactMap { StoreLocale($0) })
        }
    }

    private func mapped(_ code: String, _ rule: LocaleRule) -> LocaleResolution {
        StoreLocale(code).map { .mapped($0, rule) } ?? .unresolved(candidates: [])
    }

    /// The remedy for a word that should be an App Store locale and is not.
    package static func remedy(for identifier: String) -> String {
        // The locale that a vendor's identifier would be resolved to is the best guess here too, but only as a
        // suggestion.
        let nearest: [String] =
            switch LocaleResolver(allowsFallback: true).resolve(identifier) {
            case .mapped(let locale, _): [locale.code]
            case .unresolved(let candidates): candidates.map(\.code)
            case .none: []
            }
        return nearest.isEmpty
            ? "Use one of the App Store's short codes, such as de-DE or ja."
            : "Did you mean \(nearest.joined(separator: ", "))?"
    }

    /// Codes that are one or two slips of the keyboard away.
    private static func suggestions(for text: String) -> [StoreLocale] {
        Spelling.nearest(to: text, among: StoreLocale.all, atMost: 2).compactMap { StoreLocale($0) }
    }
}

/// The locale that a vendor's identifier was resolved to, and why.
package enum LocaleResolution: Sendable, Hashable {
    case mapped(StoreLocale, LocaleRule)
    /// Not certain: one of these, or none.
    case unresolved(candidates: [StoreLocale])
    /// A word that names no locale on purpose: `Base`, `mul`, `und`.
    case none

    /// The locale, if it is certain.
    package var locale: StoreLocale? {
        if case .mapped(let locale, _) = self { locale } else { nil }
    }
}

extension LocaleResolution: Encodable {
    private enum CodingKeys: CodingKey {
        case locale, why, candidates
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .mapped(let locale, let rule):
            try container.encode(locale, forKey: .locale)
            try container.encode(rule.name, forKey: .why)
        case .unresolved(let candidates): try container.encode(candidates, forKey: .candidates)
        case .none: break
        }
    }
}

/// Why an identifier was taken for a locale; the lower the stronger.
package enum LocaleRule: Int, Sendable, Hashable, Comparable {
    /// The project file's `locales.map` says so.
    case map
    /// It is the short code, but for case and underscores.
    case exact
    /// The same language, script and region in another spelling: `zh-CN`, `iw`, `ja-JP`.
    case equivalent
    /// A bare language: `de` is `de-DE`.
    case language
    /// A well-known slip: `en-UK`, `ko-KO`.
    case slip
    /// Another region of the language, allowed by `locales.fallback`.
    case fallback

    package static func < (left: LocaleRule, right: LocaleRule) -> Bool { left.rawValue < right.rawValue }

    /// In words, for tables.
    package var name: String {
        switch self {
        case .map: "project file"
        case .exact: "exact"
        case .equivalent: "same language and region"
        case .language: "language's main region"
        case .slip: "common mistake"
        case .fallback: "nearest region"
        }
    }
}
