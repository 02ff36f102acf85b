import GlossportReading

/// A group of keys in the project file; ``finish()`` reports the keys that were never requested as unknown.
final class YAMLMapping {
    private let node: YAMLNode
    private let values: [String: YAMLNode]
    private let order: [String]
    private var requested: [String] = []

    /// Reports an error and returns `nil` if the node is not a mapping.
    ///
    /// If `allowsNothing`, an empty value returns `nil` without an error.
    init?(_ node: YAMLNode, allowsNothing: Bool = false) {
        guard let entries = node.mapping else {
            if !(allowsNothing && node.isNothing) {
                node.report("Expected a group of keys, not \(node.kindInWords).", "Write `key: value` lines.")
            }
            return nil
        }
        self.node = node
        order = entries.map(\.key)
        values = Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// All entries in file order, for groups with arbitrary keys.
    var entries: [(String, YAMLNode)] { order.compactMap { key in values[key].map { (key, $0) } } }

    func string(_ key: String, required: Bool = false) -> String? {
        requested.append(key)
        guard let value = values[key] else {
            if required { node.report("The key “\(key)” is missing.", "Add `\(key): …` here.") }
            return nil
        }
        return value.text
    }

    /// The text of a key; a group of keys becomes text in the command line's form: `Glossary=ignore, Notes=read`.
    func entries(_ key: String) -> String? {
        guard let value = values[key], value.mapping != nil, let group = mapping(key) else { return string(key) }
        return group.entries.compactMap { name, node in node.text.map { "\(name)=\($0)" } }.joined(separator: ", ")
    }

    /// The value of a key; `nil` if it is missing or empty.
    func node(_ key: String) -> YAMLNode? {
        requested.append(key)
        return values[key].flatMap { $0.isNothing ? nil : $0 }
    }

    func report(_ key: String, _ text: String, _ remedy: String) { values[key]?.report(text, remedy) }

    func mapping(_ key: String) -> YAMLMapping? {
        requested.append(key)
        return values[key].flatMap { YAMLMapping($0, allowsNothing: true) }
    }

    func list(_ key: String) -> [YAMLNode] {
        requested.append(key)
        guard let value = values[key], !value.isNothing else { return [] }
        guard let items = value.sequence else {
            value.report(
                "Expected a list, not \(value.kindInWords).",
                "Write `[a, b]`, or one `- item` a line."
            )
            return []
        }
        guard items.count <= Self.mostItems else {
            value.report(
                "A list of \(items.count) is longer than a project file may have.",
                "Shorten it to \(Self.mostItems), or name folders and glossaries instead."
            )
            return []
        }
        return items
    }

    /// The maximum length of a list.
    ///
    /// It is limited because every text is compared with each forbidden term.
    private static let mostItems = 5_000

    func choice<Value: RawRepresentable & CaseIterable>(_ key: String, _ type: Value.Type) -> Value?
    where Value.RawValue == String {
        guard let text = string(key) else { return nil }
        return checked(text, key, among: Value.allCases.map(\.rawValue)) { Value(rawValue: $0) }
    }

    func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let text = string(key) else { return nil }
        if let number = Int(text), range.contains(number) { return number }
        values[key]?.report(
            "“\(text)” is not a whole number from \(range.lowerBound) to \(range.upperBound).",
            "Write digits only."
        )
        return nil
    }

    func boolean(_ key: String) -> Bool? {
        guard let text = string(key) else { return nil }
        switch text {
        case "true": return true
        case "false": return false
        default:
            values[key]?.report("“\(text)” is neither true nor false.", "Write true or false.")
            return nil
        }
    }

    /// The converted text of a key; reports an error if `convert` returns `nil`.
    func checked<Value>(_ key: String, _ convert: (String) -> Value?) -> Value? {
        string(key).flatMap { checked($0, key, convert) }
    }

    /// Converts a key's text, and reports an error at the value if `convert` returns `nil`.
    func checked<Value>(
        _ text: String,
        _ key: String,
        among choices: [String] = [],
        _ convert: (String) -> Value?
    ) -> Value? {
        if let value = convert(text) { return value }
        let expected =
            choices.isEmpty ? Self.expectation(of: key) : "Use \(choices.joined(separator: ", "))."
        let remedy = Spelling.remedy(for: text, among: choices) ?? expected
        values[key]?.report("“\(text)” is not a valid `\(key)`.", remedy)
        return nil
    }

    /// Reports every key that was never requested.
    func finish() {
        for (key, value) in entries where !requested.contains(key) {
            value.reportKey(key, nearest: requested)
        }
    }

    static func expectation(of key: String) -> String { expectations[key] ?? "See the project file's reference." }

    private static let expectations: [String: String] = [
        "app": "Use the app's bundle ID, such as com.example.northlight.",
        "keys": "Use {message} and {field} once each, with some text between them, such as {message}.{field}.",
        "vendor": "Use a short name without /, \\ and :, such as LatAm, but not “others”.",
        "due": "Write a day, such as 2026-12-04.",
        "issuerID": "Use the issuer ID from App Store Connect: a UUID.",
        "finding": "Use the finding's 16-digit ID.",
        "until": "Write a day, such as 2027-01-31.",
        "quotaShare": "Write a number from 0.01 to 1, such as 0.5.",
        "vanishedAfter": "Write a duration such as 90s, 15m, 2h, 1h30m or 2d.",
        "keyID": "Use the key ID from App Store Connect: ten letters and digits.",
    ]
}
