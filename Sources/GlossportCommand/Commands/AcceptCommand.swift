import ArgumentParser
import GlossportChecking
import GlossportProject
import GlossportReading

struct AcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Accept findings that need no fix; they no longer count.",
        discussion: """
            Adds entries to `accept:` in the project file and changes no other line. A finding stays accepted until its text \
            changes, or through the day given with --until.

            --all accepts every warning: a baseline for a project that starts with old texts. Errors are accepted by their IDs only.

            EXAMPLES
              glossport accept f4272a91 --by Anna --why "5 折 is half the price"
              glossport accept f4272a91 --by Anna --why "Old app" --until 2027-01-31
              glossport accept --all --by Anna --why "Texts of the old app" --locale ja
              glossport validate --accepted
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The findings' IDs, as `glossport validate` shows them; the first four digits or more.",
            valueName: "finding"
        )
    )
    var findings: [String] = []

    @Flag(help: "Accept every warning.")
    var all = false

    @Option(help: ArgumentHelp("Name of the person who accepts.", valueName: "name"))
    var by: String

    @Option(help: ArgumentHelp("Reason for accepting.", valueName: "text"))
    var why: String

    @Option(help: ArgumentHelp("Last day of the acceptance, such as 2027-01-31.", valueName: "date"))
    var until: String?

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Deliveries") var selection: SelectionOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Decisions: Encodable {
        var project: String
        var accepted: [Row]
        var by, why: String
        var until: String?
        /// The number of errors that are not accepted.
        var errorsLeft: Int

        struct Row: Encodable {
            var finding, rule: String
            var locale, message, field: String?
        }
    }

    func validate() throws {
        guard all != !findings.isEmpty else { throw ValidationError("Name findings by their IDs, or add --all.") }
        for (flag, text) in [("--by", by), ("--why", why)] where text.allSatisfy(\.isWhitespace) {
            throw ValidationError("\(flag) is empty.")
        }
        guard let until else { return }
        guard CalendarDay.isDay(until) else { throw ValidationError("--until takes a day, such as 2027-01-31.") }
        guard until >= TimeText.today else { throw ValidationError("The day in --until has passed.") }
    }

    func run() async throws {
        var workspace = try Workspace(project, needsApp: false)
        workspace.selection = try selection.selection()
        guard let path = workspace.path else { throw ProjectSearch.missing }
        let review = try await workspace.check()
        let chosen = all ? review.acceptable : try findings.flatMap { try review.findings(withID: $0) }
        var seen: Set<FindingID> = []
        let decisions = chosen.compactMap { finding -> (acceptance: Acceptance, remark: String, row: Decisions.Row)? in
            let id = review.id(of: finding)
            guard seen.insert(id).inserted else { return nil }
            let context = [finding.rule.rawValue, finding.locale, finding.message, finding.field]
            return (
                Acceptance(finding: id, by: by, why: why, until: until),
                context.compactMap(\.self).joined(separator: " · "),
                Decisions.Row(
                    finding: "\(id)",
                    rule: finding.rule.rawValue,
                    locale: finding.locale,
                    message: finding.message,
                    field: finding.field
                )
            )
        }
        if !decisions.isEmpty {
            guard
                let text = ProjectListEditor.accept(
                    decisions.map { (acceptance: $0.acceptance, remark: $0.remark) },
                    in: try ProjectText.text(of: path)
                )
            else {
                throw GlossportError(
                    .invalidProject,
                    "Glossport can't edit the list `accept:` in \(path).",
                    remedy: "Write it as a block list: one entry below the other, each beginning with `- finding:`."
                )
            }
            try ProjectText.write(text, to: path)
        }
        var lines = decisions.prefix(20).map { "Accepted: \($0.remark)" }
        if decisions.count > 20 { lines.append("… and \(Plural.grouped(decisions.count - 20)) more") }
        let left = review.findings.count { $0.severity == .error && !seen.contains(review.id(of: $0)) }
        lines.append(
            (decisions.isEmpty
                ? "Nothing new to accept."
                : "\(Plural.of(decisions.count, "finding")) added to \(path); `glossport validate --accepted` lists all.")
                + (left > 0 ? " \(Plural.of(left, "error")) left." : "")
        )
        let document = Decisions(
            project: path,
            accepted: decisions.map(\.row),
            by: by,
            why: why,
            until: until,
            errorsLeft: left
        )
        try output.show("glossport.accept/1", document, lines: lines)
    }
}

extension Review {
    fileprivate var acceptable: [Finding] {
        findings.filter { $0.severity == .warning && $0.rule != "acceptance-over" }
    }

    /// The findings whose ID begins with some digits, to accept them.
    ///
    /// - Parameter digits: The beginning of the ID, at least four digits.
    /// - Returns: The findings with that ID; empty if they are already accepted.
    /// - Throws: `GlossportError` if no finding has such an ID, or if several IDs begin like this.
    fileprivate func findings(withID digits: String) throws -> [Finding] {
        let digits = digits.lowercased()
        let found = digits.count < 4 ? [] : findings.filter { id(of: $0).description.hasPrefix(digits) }
        let isAccepted = accepted.contains { $0.acceptance.finding.description.hasPrefix(digits) }
        guard !found.isEmpty || isAccepted else {
            throw GlossportError(
                .invalidOption,
                "No finding has an ID that begins with “\(digits)”.",
                remedy: "`glossport validate` shows each finding's ID after its rule."
            )
        }
        guard Set(found.map { id(of: $0) }).count <= 1 else {
            throw GlossportError(
                .invalidOption,
                "The IDs of several findings begin with “\(digits)”.",
                remedy: "`glossport validate --verbose` shows them in full."
            )
        }
        return found
    }
}
