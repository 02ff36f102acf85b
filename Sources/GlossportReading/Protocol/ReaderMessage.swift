/// A message of an out-of-process reader, written as one line of JSON, see <doc:ReaderProtocol>.
package enum ReaderMessage: Sendable, Hashable {
    case unit(TranslationUnit)
    case finding(Finding)
    case row(SheetRow)
    case declared(DeclaredLocale)
    case skip(reason: String, count: Int)
    case detected(ReadSummary.Detail)
    case end(Totals)

    /// The totals in the last message.
    package struct Totals: Sendable, Hashable {
        package var units = 0
        package var findings = 0
        /// The size of the file, in bytes.
        package var bytes = 0
        package var rows = 0

        package init(units: Int = 0, findings: Int = 0, bytes: Int = 0, rows: Int = 0) {
            self.rows = rows
            self.units = units
            self.findings = findings
            self.bytes = bytes
        }
    }

    /// Returns the message as a line of JSON with its LF.
    ///
    /// - Parameter path: The path of the file. If a location's path continues it, the line contains the
    ///   additional components as `part`.
    /// - Returns: The line's bytes.
    package func line(of path: String) -> [UInt8] {
        var line = JSONLine()
        func add(_ place: SourceLocation, to line: inout JSONLine) {
            line.integer("line", place.line)
            line.integer("column", place.column)
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
                    add("request", finding.request, to: &line)
                    add(finding.location ?? SourceLocation(path: path, line: 1, column: 1), to: &line)
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
                    line.integer("findings", totals.findings)
                    if totals.rows > 0 { line.integer("rows", totals.rows) }
                    line.integer("bytes", totals.bytes)
                }
            }
        }
        return line.finish()
    }
}
