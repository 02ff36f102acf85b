package import GlossportReading

extension FormatDescription {
    /// The table format, if the reader emits rows; `nil` if it emits units.
    package var tables: TableFormat? { rows ? TableFormat(id: id, isSheet: true) : nil }

    /// The reader's rules, and the rules of tables if it emits rows.
    package var allRules: [RuleDescription] { rules + (tables?.rules ?? []) }

    /// Parses and checks an answer to `describe`.
    ///
    /// - Throws: ``JSONScanner/Problem`` with the reason why the answer is invalid.
    package init(parsing text: UnsafeRawBufferPointer) throws {
        self.init()
        var scanner = try JSONScanner(text)
        let met = try scanner.uniqueMembers { scanner, name in try take(name, from: &scanner) }
        try scanner.end()
        for name in ["protocol", "id", "name", "extensions", "rules"] where !met.contains(name) {
            throw scanner.problem("the member “\(name)” is missing")
        }
        if let reason = defect { throw scanner.problem(reason) }
    }

    private mutating func take(_ name: String, from scanner: inout JSONScanner) throws {
        switch name {
        case "protocol":
            let number = try scanner.integer()
            guard number == Self.protocolNumber else {
                throw scanner.problem("version \(number) of the protocol is not supported, only \(Self.protocolNumber)")
            }
        case "id": id = try scanner.string()
        case "name": self.name = try scanner.string()
        case "extensions": try scanner.array { scanner in extensions.append(try scanner.string()) }
        case "rows": rows = try scanner.boolean()
        case "options":
            try scanner.array { scanner in
                var hasEntries: Bool?
                let texts = try Self.texts(["name", "help", "example"], from: &scanner) { scanner, name in
                    guard name == "hasEntries", hasEntries == nil else { return false }
                    hasEntries = try scanner.boolean()
                    return true
                }
                options.append(
                    ReaderOption(name: texts[0], help: texts[1], example: texts[2], hasEntries: hasEntries ?? false)
                )
            }
        case "rules":
            try scanner.array { scanner in
                let texts = try Self.texts(["id", "severity", "explanation"], from: &scanner)
                guard let severity = Severity(rawValue: texts[1]) else {
                    throw scanner.problem("unknown severity “\(texts[1].prefix(40))”")
                }
                rules.append(RuleDescription(RuleID(rawValue: texts[0]), severity, texts[2]))
            }
        default: throw scanner.problem("unknown member “\(name.prefix(40))”")
        }
    }

    /// Parses an object whose members are strings.
    ///
    /// - Parameters:
    ///   - names: The names of the members; all are required.
    ///   - scanner: The scanner before the object.
    ///   - takesOther: Parses a member of another type; returns `false` if the member is not allowed.
    /// - Returns: The strings, in the order of `names`.
    /// - Throws: ``JSONScanner/Problem``.
    private static func texts(
        _ names: [String],
        from scanner: inout JSONScanner,
        takesOther: (inout JSONScanner, String) throws -> Bool = { _, _ in false }
    ) throws -> [String] {
        var texts: [String: String] = [:]
        try scanner.object { scanner, name in
            if try takesOther(&scanner, name) { return }
            guard names.contains(name), texts[name] == nil else {
                throw scanner.problem("the member “\(name.prefix(40))” is not allowed here, or occurs twice")
            }
            texts[name] = try scanner.string()
        }
        return try names.map { name in
            guard let text = texts[name], !text.isEmpty else {
                throw scanner.problem("the member “\(name)” is missing or empty")
            }
            return text
        }
    }

    /// The error in the description, as a clause; `nil` if it is valid.
    private var defect: String? {
        if !Self.isID(id) {
            return
                "“\(id.prefix(40))” is not a valid id: use lower-case letters, digits and hyphens, beginning with a letter"
        }
        if extensions.isEmpty { return "it names no file name extension" }
        if let wrong = extensions.first(where: { !Self.isExtension($0) }) {
            return "“\(wrong.prefix(40))” is not a valid extension: use lower-case letters and digits without a dot"
        }
        if let wrong = options.first(where: { !Self.isOptionName($0.name) }) {
            return
                "“\(wrong.name.prefix(40))” is not a valid option name: use letters and digits, beginning with a lower-case letter"
        }
        if Set(options.map(\.name)).count < options.count { return "two options have the same name" }
        if let wrong = rules.first(where: {
            !$0.id.rawValue.hasPrefix(id + "-") || !Self.isID($0.id.rawValue, atMost: 64)
        }) {
            return "the rule “\(wrong.id.rawValue.prefix(40))” does not begin with “\(id)-”"
        }
        if Set(rules.map(\.id)).count < rules.count { return "two rules have the same id" }
        if let wrong = tables?.options.first(where: { option in options.contains { $0.name == option.name } }) {
            return "the option “\(wrong.name)” is reserved for all tables"
        }
        if let wrong = tables?.rules.first(where: { rule in rules.contains { $0.id == rule.id } }) {
            return "the rule “\(wrong.id.rawValue)” is reserved for all tables"
        }
        let sentences = options.map(\.help) + rules.map(\.explanation)
        if let wrong = sentences.first(where: { !$0.hasSuffix(".") }) {
            return "“\(wrong.prefix(40))” has no full stop"
        }
        let shown = [name] + sentences + options.map(\.example)
        if shown.contains(where: { $0.isEmpty || $0.unicodeScalars.contains(where: \.isUnprintable) }) {
            return "a text is empty or contains a character that can't be shown"
        }
        return nil
    }

    private static func isExtension(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isSmall) }

    private static func isOptionName(_ text: String) -> Bool {
        guard let first = text.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first else { return false }
        return text.utf8.allSatisfy { isSmall($0) || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
    }
}
