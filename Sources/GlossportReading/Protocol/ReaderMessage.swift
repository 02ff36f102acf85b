/// A message of a reader in another process, one line of JSON each, see <doc:ReaderProtocol>.
package enum ReaderMessage: Sendable, Hashable {
    case unit(TranslationUnit)
    case finding(Finding)
    case other(OtherUnit)
    case row(SheetRow)
    case declared(DeclaredLocale)
    case skip(reason: String, count: Int)
    case detected(ReadSummary.Detail)
    case end(Totals)

    /// The totals in the last message.
    package struct Totals: Sendable, Hashable {
        /// The `unit` messages.
        package var units = 0
        /// The units that were passed over, named or not.
        package var others = 0
        /// The `finding` messages.
        package var findings = 0
        /// The bytes of the file.
        package var bytes = 0
        /// The `row` messages.
        package var rows = 0

        package init(units: Int = 0, others: Int = 0, findings: Int = 0, bytes: Int = 0, rows: Int = 0) {
            self.rows = rows
            self.units = units
            self.others = others
            self.findings = findings
            self.bytes = bytes
        }
    }

    /// The name of a message.
    package enum Name: String, Sendable, CaseIterable {
        case unit, row, finding, other, declared, skip, detected, end

        fileprivate var needed: Members {
            switch self {
            case .unit: [.key, .state, .line]
            case .finding: [.rule, .text, .remedy, .line]
            case .other: [.key, .line]
            // Taken apart by `SheetRow`.
            case .row: []
            case .declared: [.locale, .line]
            case .skip: [.reason, .count]
            case .detected: [.name, .value]
            case .end: [.units, .others, .findings, .bytes]
            }
        }

        fileprivate var allowed: Members {
            switch self {
            case .unit: [.key, .state, .line, .locale, .source, .target, .notes, .column, .part]
            case .finding: [.rule, .text, .remedy, .audience, .line, .column, .part, .severity]
            case .other: [.key, .line, .locale, .column, .part]
            case .declared: [.locale, .line, .column, .part]
            case .end: needed.union(.rows)
            case .skip, .detected, .row: needed
            }
        }
    }

    /// Names of members, as bits: lines come by the million, and sets of words would take most of the time.
    fileprivate struct Members: OptionSet {
        let rawValue: UInt32

        private static let names = [
            "key", "locale", "source", "target", "state", "notes", "line", "column", "part", "rule", "text", "remedy",
            "severity", "reason", "count", "name", "value", "units", "others", "findings", "bytes",
            "audience", "rows",
        ]
        static let (key, locale, source, target) = (Members(0), Members(1), Members(2), Members(3))
        static let (state, notes, line, column, part) = (Members(4), Members(5), Members(6), Members(7), Members(8))
        static let (rule, text, remedy, severity) = (Members(9), Members(10), Members(11), Members(12))
        static let (reason, count, name, value) = (Members(13), Members(14), Members(15), Members(16))
        static let (units, others, findings, bytes) = (Members(17), Members(18), Members(19), Members(20))
        static let (audience, rows) = (Members(21), Members(22))

        /// How many there are.
        static let total = names.count

        init(rawValue: UInt32) { self.rawValue = rawValue }
        private init(_ bit: Int) { rawValue = 1 << bit }

        /// The member of that name; none if there is no such.
        init(named name: String) { self = Self.byName[name] ?? [] }
        private static let byName = Dictionary(uniqueKeysWithValues: names.indices.map { (names[$0], Members($0)) })

        /// Which of the bits it is, of one member.
        var index: Int { rawValue.trailingZeroBitCount }
        /// The name of the only or first member.
        var name: String { isEmpty ? "" : Self.names[index] }
    }

    // MARK: Reading

    /// Reads one line without its LF.
    ///
    /// - Parameters:
    ///   - line: The line's bytes, which need not even be UTF-8.
    ///   - path: The file that it is about.
    ///   - severities: The reader's rules with their severities; a finding of any other is refused.
    ///   - allowsColumns: Whether both sides know ``ReaderFeature/columns``.
    /// - Throws: ``JSONScanner/Problem`` with the reason why it is not a message.
    package init(
        parsing line: UnsafeRawBufferPointer,
        of path: String,
        severities: [RuleID: Severity],
        allowsColumns: Bool
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
            var fields = Fields(name, path: path, severities: severities, allowsColumns: allowsColumns)
            try scanner.object { scanner, member in try fields.take(member, from: &scanner) }
            message = try fields.message(scanner)
        }
        try scanner.end()
        guard let message else { throw scanner.problem("it has no member") }
        self = message
    }

    /// The members of a message while it is taken apart.
    private struct Fields {
        let name: Name
        let path: String
        let severities: [RuleID: Severity]
        let allowsColumns: Bool
        let allowed: Members
        var met: Members = []
        /// By the index of their members.
        var texts = [String?](repeating: nil, count: Members.total)
        var numbers = [Int](repeating: 0, count: Members.total)
        var notes: [String] = []

        init(_ name: Name, path: String, severities: [RuleID: Severity], allowsColumns: Bool) {
            self.name = name
            self.path = path
            self.severities = severities
            self.allowsColumns = allowsColumns
            allowed = name.allowed
        }

        mutating func take(_ text: String, from scanner: inout JSONScanner) throws {
            let member = Members(named: text)
            guard !member.isEmpty, allowed.contains(member), member != .column || allowsColumns else {
                throw scanner.problem("“\(name.rawValue)” has no member “\(text.prefix(40))”")
            }
            guard !met.contains(member) else { throw scanner.problem("“\(text)” occurs twice") }
            met.insert(member)
            switch member {
            case .line, .column: numbers[member.index] = try number(member, from: 1, &scanner)
            case .count, .units, .others, .findings, .bytes, .rows:
                numbers[member.index] = try number(member, from: 0, &scanner)
            case .notes:
                try scanner.array { scanner in
                    guard notes.count < ReaderLimits.notesPerUnit else {
                        throw scanner.problem("there are more than \(ReaderLimits.notesPerUnit) notes")
                    }
                    notes.append(try self.text(&scanner))
                }
            default:
                // An optional member may be left out or be null, which says the same.
                if !name.needed.contains(member), scanner.peek() == .null {
                    _ = try scanner.literal()
                } else {
                    texts[member.index] = try self.text(&scanner)
                }
            }
        }

        private func text(_ scanner: inout JSONScanner) throws -> String {
            let text = try scanner.string()
            guard text.utf8.count <= ReaderLimits.textBytes else {
                throw scanner.problem("a text has more than \(ReaderLimits.textBytes) bytes")
            }
            return text
        }

        private func number(_ member: Members, from least: Int, _ scanner: inout JSONScanner) throws -> Int {
            let number = try scanner.integer()
            guard least...Int(Int32.max) ~= number || (member == .bytes && number >= 0) else {
                throw scanner.problem("“\(member.name)” is out of range")
            }
            return number
        }

        func message(_ scanner: JSONScanner) throws -> ReaderMessage {
            let missing = name.needed.subtracting(met)
            guard missing.isEmpty else {
                throw scanner.problem("“\(name.rawValue)” lacks “\(missing.name)”")
            }
            func text(_ member: Members) -> String { texts[member.index] ?? "" }
            func number(_ member: Members) -> Int { numbers[member.index] }
            let place = try place(scanner)
            switch name {
            case .unit:
                guard let state = TranslationState(rawValue: text(.state)) else {
                    throw scanner.problem("unknown state “\(text(.state).prefix(40))”")
                }
                guard !text(.key).isEmpty else { throw scanner.problem("a key is empty") }
                guard texts[Members.target.index] != "" else { throw scanner.problem("an empty target is left out") }
                return .unit(
                    TranslationUnit(
                        key: text(.key),
                        locale: texts[Members.locale.index],
                        source: texts[Members.source.index],
                        target: texts[Members.target.index],
                        state: state,
                        notes: notes,
                        location: place
                    )
                )
            case .finding:
                let rule = RuleID(rawValue: text(.rule))
                guard let declared = severities[rule] else {
                    throw scanner.problem("`describe` lists no rule “\(text(.rule).prefix(40))”")
                }
                var severity = declared
                if let word = texts[Members.severity.index] {
                    guard let given = Severity(rawValue: word), given <= declared else {
                        throw scanner.problem("“\(text(.rule))” is declared as \(declared.rawValue)")
                    }
                    severity = given
                }
                guard !text(.text).isEmpty, !text(.remedy).isEmpty else {
                    throw scanner.problem("a finding has no text")
                }
                guard let audience = Finding.Audience(rawValue: texts[Members.audience.index] ?? "vendor") else {
                    throw scanner.problem("unknown audience “\(text(.audience).prefix(40))”")
                }
                return .finding(
                    Finding(rule, severity, text(.text), remedy: text(.remedy), for: audience, at: place)
                )
            case .other: return .other(OtherUnit(key: text(.key), locale: texts[Members.locale.index], location: place))
            case .row: preconditionFailure("A row is not taken apart member by member")
            case .declared: return .declared(DeclaredLocale(locale: text(.locale), place: place))
            case .skip: return .skip(reason: text(.reason), count: number(.count))
            case .detected: return .detected(ReadSummary.Detail(text(.name), text(.value)))
            case .end:
                return .end(
                    Totals(
                        units: number(.units),
                        others: number(.others),
                        findings: number(.findings),
                        bytes: number(.bytes),
                        rows: number(.rows)
                    )
                )
            }
        }

        private func place(_ scanner: JSONScanner) throws -> SourceLocation {
            var shown = path
            if let part = texts[Members.part.index] {
                guard !part.isEmpty, !part.unicodeScalars.contains(where: \.isUnprintable) else {
                    throw scanner.problem("“part” is empty or contains a character that can't be shown")
                }
                shown += "/" + part
            }
            return SourceLocation(
                path: shown,
                line: max(1, numbers[Members.line.index]),
                column: max(1, numbers[Members.column.index])
            )
        }
    }

    // MARK: Writing

    /// The message as a line of JSON with its LF.
    ///
    /// - Parameters:
    ///   - path: The file that it is about; what a location's path has beyond it is the part.
    ///   - withColumns: Whether both sides know ``ReaderFeature/columns``.
    /// - Returns: The line's bytes.
    package func line(of path: String, withColumns: Bool) -> [UInt8] {
        var line = JSONLine()
        func add(_ place: SourceLocation, to line: inout JSONLine) {
            line.integer("line", place.line)
            if withColumns { line.integer("column", place.column) }
            if place.path.count > path.count + 1, place.path.hasPrefix(path + "/") {
                line.string("part", String(place.path.dropFirst(path.count + 1)))
            }
        }
        func add(_ name: StaticString, _ value: String?, to line: inout JSONLine) {
            if let value { line.string(name, value) }
        }
        line.object { line in
            switch self {
            case .unit(let unit):
                line.object("unit") { line in
                    line.string("key", unit.key)
                    add("locale", unit.locale, to: &line)
                    add("source", unit.source, to: &line)
                    add("target", unit.target, to: &line)
                    line.string("state", unit.state.rawValue)
                    if !unit.notes.isEmpty {
                        line.array("notes") { line in for note in unit.notes { line.string(nil, note) } }
                    }
                    add(unit.location, to: &line)
                }
            case .finding(let finding):
                line.object("finding") { line in
                    line.string("rule", finding.rule.rawValue)
                    line.string("severity", finding.severity.rawValue)
                    line.string("text", finding.text)
                    line.string("remedy", finding.remedy)
                    if finding.audience != .vendor { line.string("audience", finding.audience.rawValue) }
                    add(finding.location ?? SourceLocation(path: path, line: 1, column: 1), to: &line)
                }
            case .other(let other):
                line.object("other") { line in
                    line.string("key", other.key)
                    add("locale", other.locale, to: &line)
                    add(other.location, to: &line)
                }
            case .row: preconditionFailure("Readers in this program hand out units")
            case .declared(let declared):
                line.object("declared") { line in
                    line.string("locale", declared.locale)
                    add(declared.place, to: &line)
                }
            case .skip(let reason, let count):
                line.object("skip") { line in
                    line.string("reason", reason)
                    line.integer("count", count)
                }
            case .detected(let detail):
                line.object("detected") { line in
                    line.string("name", detail.name)
                    line.string("value", detail.value)
                }
            case .end(let totals):
                line.object("end") { line in
                    line.integer("units", totals.units)
                    line.integer("others", totals.others)
                    line.integer("findings", totals.findings)
                    if totals.rows > 0 { line.integer("rows", totals.rows) }
                    line.integer("bytes", totals.bytes)
                }
            }
        }
        return line.finish()
    }
}
