import GlossportReading

/// Maps vendors' locale identifiers to the App Store's short codes, without guessing.
///
/// It uses plain tables, because ICU maps `ukrainian` to `und` and `und` to English, which would show customers the
/// wrong language.
package struct LocaleResolver: Sendable {
    private let map: [String: StoreLocale]
    private let allowsFallback: Bool
    private let delivered: Set<String>

    /// - Parameters:
    ///   - map: The project file's `locales.map`, by the vendor's identifier.
    ///   - allowsFallback: Whether another region of a language may be used (`locales.fallback`).
    ///   - delivered: All identifiers in the delivery. If `pt-BR` is among them, a bare `pt` means `pt-PT`.
    package init(map: [String: StoreLocale] = [:], allowsFallback: Bool = false, delivered: Set<String> = []) {
        self.map = map
        self.allowsFallback = allowsFallback
        self.delivered = Set(delivered.map(LanguageTag.folded))
    }

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

    /// Whether two identifiers name different languages, or the same language in different scripts.
    ///
    /// `de-AT` and `de-DE` do not contradict each other; `fr` and `de` do. An identifier without a language, such as
    /// `Base`, contradicts no other.
    package func contradict(_ left: String, _ right: String) -> Bool {
        guard let left = language(of: left), let right = language(of: right) else { return false }
        return left != right
    }

    /// The language of an identifier; `nil` if it has none, or if it is ambiguous.
    ///
    /// Includes the script for Chinese, and for an identifier without an App Store locale that declares a script.
    private func language(of identifier: String) -> String? {
        switch LocaleResolver(map: map, allowsFallback: true).resolve(identifier) {
        case .mapped(let locale, _):
            return locale.code.hasPrefix("zh-") ? locale.code.lowercased() : String(locale.code.prefix { $0 != "-" })
        case .none: return nil
        case .unresolved:
            guard let tag = LanguageTag(identifier) else { return nil }
            let language = LanguageCodes.aliases[tag.language] ?? tag.language
            // Chinese without a script may be either variant, depending on its region, so it contradicts neither.
            if language == "zh" { return nil }
            return [language, tag.script].compactMap(\.self).joined(separator: "-")
        }
    }

    /// Other known identifiers for a locale, sorted.
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
            // The App Store does not offer this language, and a similar code would mean another language.
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
        // Swapped letters, as in pt-RB, are likelier than a region that the App Store lacks.
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

    /// A remedy that suggests the nearest App Store locales for an invalid one.
    package static func remedy(for identifier: String) -> String {
        // Resolves as for a vendor's identifier, with fallback: here the result is only a suggestion.
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

    /// Up to three codes at an edit distance of at most two, nearest first.
    private static func suggestions(for text: String) -> [StoreLocale] {
        Spelling.nearest(to: text, among: StoreLocale.all, atMost: 2).compactMap { StoreLocale($0) }
    }
}

package enum LocaleResolution: Sendable, Hashable {
    case mapped(StoreLocale, LocaleRule)
    /// Ambiguous or unknown; one of the candidates may be meant. They can be empty.
    case unresolved(candidates: [StoreLocale])
    /// A word that deliberately names no locale, such as `Base`, `mul` or `und`.
    case none

    package var locale: StoreLocale? {
        if case .mapped(let locale, _) = self { locale } else { nil }
    }
}

extension LocaleResolution: Encodable {
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .mapped(let locale, let rule): try encoder.encode(members: ["locale": locale, "why": rule.name])
        case .unresolved(let candidates): try encoder.encode(members: ["candidates": candidates])
        case .none: try encoder.encode(members: [:])
        }
    }
}

/// The rule that resolved an identifier, in order of reliability, the most reliable first.
package enum LocaleRule: Int, Sendable, Hashable, Comparable {
    /// An entry in the project file's `locales.map`.
    case map
    /// The short code itself, apart from letter case and underscores.
    case exact
    /// The same language, script and region in another spelling, such as `zh-CN`, `iw` or `ja-JP`.
    case equivalent
    /// A language without a region, such as `de` for `de-DE`.
    case language
    /// A common mistake, such as `en-UK` or `ko-KO`.
    case slip
    /// Another region of the language, if `locales.fallback` allows it.
    case fallback

    package static func < (left: LocaleRule, right: LocaleRule) -> Bool { left.rawValue < right.rawValue }

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
