import GlossportChecking
import GlossportProject
import GlossportReading

/// Findings as lists, with their remedies and the IDs for accepting them.
struct PreviewFindings {
    let review: Review
    let edition: PreviewEdition

    private func list(_ findings: some Sequence<Finding>) -> HTML {
        let items = findings.map(item)
        return items.isEmpty ? "" : "<ul class=findings>\(items.joined())</ul>\n"
    }

    /// Lists of findings.
    ///
    /// Except for a vendor, a long list of findings of one rule is collapsed, and contains only the first ones.
    func grouped(_ findings: [Finding]) -> HTML {
        guard !edition.isForVendor else { return list(findings) }
        var order: [RuleID] = []
        var groups: [RuleID: [Finding]] = [:]
        for finding in findings {
            if groups[finding.rule] == nil { order.append(finding.rule) }
            groups[finding.rule, default: []].append(finding)
        }
        var html: HTML = ""
        var few: [Finding] = []
        for group in order.compactMap({ groups[$0] }) {
            guard group.count > Self.openAtMost, let first = group.first else {
                few += group
                continue
            }
            html.append(list(few))
            few = []
            let others = group.count - Self.shown
            let more: HTML = others > 0 ? "<p class=quiet>… and \(others) more of this rule.</p>" : ""
            html.append(
                """
                <details class=group><summary><span class="tag \(Self.kind(first.severity))">\(group.count) × \(first.severity.rawValue)</span> \
                <code>\(first.rule.rawValue)</code></summary>\(list(group.prefix(Self.shown)))\(more)</details>

                """
            )
        }
        html.append(list(few))
        return html
    }

    private static let openAtMost = 5
    private static let shown = 100

    func counted(_ count: Int, _ severity: Severity) -> HTML {
        edition.isForVendor
            ? "\(count) \(count == 1 ? "text" as HTML : "texts") to do"
            : "\(count) \(Self.kind(severity))\(count == 1 ? "" as HTML : "s")"
    }

    static func kind(_ severity: Severity) -> HTML {
        switch severity {
        case .error: "error"
        case .warning: "warning"
        case .note: "note"
        }
    }

    /// A text with the parts between back-quotes marked as code.
    private static func sentence(_ text: String) -> HTML {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        // An unpaired back-quote is part of a delivered text.
        guard !parts.count.isMultiple(of: 2) else { return FoldedText.html(text) }
        return parts.enumerated().reduce(into: "" as HTML) { html, part in
            html.append(part.offset.isMultiple(of: 2) ? FoldedText.html(part.element) : "<code>\(part.element)</code>")
        }
    }

    private func item(_ finding: Finding) -> HTML {
        if edition.isForVendor {
            let locale = finding.locale.flatMap { StoreLocale($0)?.name } ?? ""
            return """
                <li class=\(Self.kind(finding.severity))>\(FoldedText.html(finding.text))<br>\
                <small><code>\(finding.key ?? "")</code> · \(locale)</small>
                """
        }
        var facts: [HTML] = ["<code>\(finding.rule.rawValue)</code>"]
        if let field = finding.field { facts.append("\(field)") }
        for place in (finding.location.map { [$0] } ?? []) + finding.related.prefix(3) {
            facts.append("<code>\(place.description)</code>")
        }
        facts.append("ID <code>\(review.id(of: finding).description)</code>")
        let line = facts.dropFirst().reduce(into: facts[0]) { $0.append(" · \($1)") }
        return """
            <li class=\(Self.kind(finding.severity))><b>\(finding.severity.rawValue)</b> \(Self.sentence(finding.text)) \
            <span class=remedy>\(Self.sentence(finding.remedy))</span><br><small>\(line)</small>
            """
    }
}
