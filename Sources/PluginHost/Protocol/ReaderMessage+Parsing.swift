package import GlossportReading

extension ReaderMessage {
    package enum Name: String, Sendable, CaseIterable {
        case unit, row, finding, declared, skip, detected, end

        fileprivate var needed: [String] {
            switch self {
            case .unit: ["key", "state", "line"]
            case .finding: ["line", "rule", "text", "remedy"]
            // Parsed by `SheetRow`.
            case .row: []
            case .declared: ["locale", "line"]
            case .skip: ["reason", "count"]
            case .detected: ["name", "value"]
            case .end: ["bytes"]
            }
        }

        fileprivate var optional: [String] {
            switch self {
            case .unit: ["locale", "source", "target", "notes", "column", "part"]
            case .finding: ["audience", "column", "part", "request", "severity"]
            case .declared: ["column", "part"]
            case .end: ["units", "findings", "rows"]
            case .skip, .detected, .row: []
            }
        }
    }

    /// Parses one line without its LF.
    ///
    /// - Parameters:
    ///   - line: The bytes of the line, which may be invalid UTF-8.
    ///   - path: The file that the message is about.
    ///   - severities: The reader's rules with their severities; a finding with any other rule is rejected.
    /// - Throws: ``JSONScanner/Problem`` with the reason why the line is not a message.
    package init(
        parsing line: UnsafeRawBufferPointer,
        of path: String,
        severities: [RuleID: Severity]
    ) throws {
        var scanner = try JSONScanner(line)
        var message: ReaderMessage?
        try scanner.object { scanner, name in
            guard message == nil else { throw scanner.problem("it has more than one member") }
            guard let name = Name(rawValue: name) else {
                throw scanner.problem("unknown message “\(name.prefix(40))”")
            }
            if name == .row {
                message = .row(try SheetRow(from: &scanner, severities: severities))
                return
            }
            var fields = Fields(name, path: path, severities: severities)
            try scanner.uniqueMembers { scanner, member in try fields.take(member, from: &scanner) }
            message = try fields.message(scanner)
        }
        try scanner.end()
        guard let message else { throw scanner.problem("it has no member") }
        self = message
    }

    private struct Fields {
        let name: Name
        let path: String
        let severities: [RuleID: Severity]
        var texts: [String: String] = [:]
        var numbers: [String: Int] = [:]
        var notes: [String] = []

        init(_ name: Name, path: String, severities: [RuleID: Severity]) {
            self.name = name
            self.path = path
            self.severities = severities
        }

        mutating func take(_ member: String, from scanner: inout JSONScanner) throws {
            let isNeeded = name.needed.contains(member)
            guard isNeeded || name.optional.contains(member) else {
                throw scanner.problem("“\(name.rawValue)” has no member “\(member.prefix(40))”")
            }
            switch member {
            case "line", "column": numbers[member] = try scanner.number(member, from: 1)
            case "count", "units", "findings", "rows": numbers[member] = try scanner.number(member, from: 0)
            case "bytes": numbers[member] = try scanner.number(member, from: 0, to: .max)
            case "notes":
                try scanner.array { scanner in
                    guard notes.count < ReaderLimits.notesPerUnit else {
                        throw scanner.problem("there are more than \(ReaderLimits.notesPerUnit) notes")
                    }
                    notes.append(try scanner.text())
                }
            default:
                // An optional text may be omitted or `null`, with the same meaning.
                if !isNeeded, scanner.peek() == .null {
                    _ = try scanner.literal()
                } else {
                    texts[member] = try scanner.text()
                }
            }
        }

        func message(_ scanner: JSONScanner) throws -> ReaderMessage {
            if let missing = name.needed.first(where: { texts[$0] == nil && numbers[$0] == nil }) {
                throw scanner.problem("“\(name.rawValue)” lacks “\(missing)”")
            }
            func text(_ member: String) -> String { texts[member] ?? "" }
            func number(_ member: String) -> Int { numbers[member] ?? 0 }
            let place = try place(scanner)
            switch name {
            case .unit:
                guard let state = TranslationState(rawValue: text("state")) else {
                    throw scanner.problem("unknown state “\(text("state").prefix(40))”")
                }
                guard !text("key").isEmpty else { throw scanner.problem("a key is empty") }
                guard texts["target"] != "" else { throw scanner.problem("an empty target is left out") }
                return .unit(
                    TranslationUnit(
                        key: text("key"),
                        locale: texts["locale"],
                        source: texts["source"],
                        target: texts["target"],
                        state: state,
                        notes: notes,
                        location: place
                    )
                )
            case .finding:
                let rule = RuleID(rawValue: text("rule"))
                guard let declared = severities[rule] else {
                    throw scanner.problem("`describe` lists no rule “\(text("rule").prefix(40))”")
                }
                var severity = declared
                if let word = texts["severity"] {
                    guard let given = Severity(rawValue: word), given <= declared else {
                        throw scanner.problem("“\(text("rule"))” is declared as \(declared.rawValue)")
                    }
                    severity = given
                }
                guard !text("text").isEmpty, !text("remedy").isEmpty else {
                    throw scanner.problem("a finding has no text")
                }
                guard let audience = Finding.Audience(rawValue: texts["audience"] ?? "vendor") else {
                    throw scanner.problem("unknown audience “\(text("audience").prefix(40))”")
                }
                return .finding(
                    Finding(
                        rule,
                        severity,
                        text("text"),
                        remedy: text("remedy"),
                        for: audience,
                        request: texts["request"],
                        at: place
                    )
                )
            case .row: preconditionFailure("A row is not taken apart member by member")
            case .declared: return .declared(DeclaredLocale(locale: text("locale"), place: place))
            case .skip: return .skip(reason: text("reason"), count: number("count"))
            case .detected: return .detected(ReadSummary.Detail(text("name"), text("value")))
            case .end:
                return .end(
                    Totals(
                        units: number("units"),
                        findings: number("findings"),
                        bytes: number("bytes"),
                        rows: number("rows")
                    )
                )
            }
        }

        private func place(_ scanner: JSONScanner) throws -> SourceLocation {
            var shown = path
            if let part = texts["part"] {
                guard !part.isEmpty, !part.unicodeScalars.contains(where: \.isUnprintable) else {
                    throw scanner.problem("“part” is empty or contains a character that can't be shown")
                }
                shown += "/" + part
            }
            return SourceLocation(path: shown, line: numbers["line"] ?? 1, column: numbers["column"] ?? 1)
        }
    }
}
