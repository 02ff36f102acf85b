private import Crypto
private import Foundation
import GlossportReading

/// A page for a browser: the findings in one table for each locale, without script and without anything from elsewhere.
enum HTMLReport {
    /// The beginning of every report, by which an earlier one is recognised.
    static let beginning = "<!DOCTYPE html>\n" + ReportKind.mark

    /// More rows than these make a page that no browser scrolls well.
    static let maximumRows = 10_000

    static func text(of report: Report) -> String {
        let shown = report.findings.prefix(maximumRows)
        let tables = Dictionary(grouping: shown) { $0.locale ?? "" }.sorted { $0.key < $1.key }
        let title = "Review\(report.app.isEmpty ? "" : " of \(report.app)")".escapedForMarkup
        let rest = report.findings.count - shown.count
        let cut = rest > 0 ? " \(rest) more are not listed here, none of them worse than those that are." : ""
        let entries = tables.enumerated().map { index, table in
            "<li><a href=\"#l\(index)\">\(name(table.key))</a> \(table.value.count)</li>"
        }
        let contents =
            entries.count > 1
            ? "<nav aria-label=\"Locales\"><ul>\n\(entries.joined(separator: "\n"))\n</ul></nav>\n" : ""
        let sections = tables.enumerated().map { index, table in section(table.key, table.value, number: index) }
        return """
            \(beginning)<html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-\(styleDigest)'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style>\(style)</style>
            </head>
            <body>
            <header>
            <h1>\(title)</h1>
            <p>\(report.counts)\(cut)</p>
            </header>
            \(contents)<main>
            \(sections.joined())</main>
            </body>
            </html>

            """
    }

    private static func name(_ locale: String) -> String {
        locale.isEmpty ? "All locales" : "<bdi>\(locale.escapedForMarkup)</bdi>"
    }

    private static func section(_ locale: String, _ findings: [ReportedFinding], number: Int) -> String {
        """
        <section aria-labelledby="l\(number)">
        <h2 id="l\(number)">\(name(locale))</h2>
        <table aria-labelledby="l\(number)">
        <thead><tr><th scope="col">Severity</th><th scope="col">Message</th><th scope="col">Finding</th><th scope="col">Place</th></tr></thead>
        <tbody>
        \(findings.map(row).joined())</tbody>
        </table>
        </section>

        """
    }

    private static func row(_ finding: ReportedFinding) -> String {
        let severity = finding.severity.rawValue
        let subject = finding.message.map { [$0, finding.field].compactMap(\.self).joined(separator: ".") } ?? ""
        // Paths break where their parts do.
        let place = (finding.place?.description ?? "").escapedForMarkup.replacing("/", with: "/<wbr>")
        return """
            <tr><td><span class="\(severity)">\(severity)</span></td><td><bdi>\(subject.escapedForMarkup)</bdi></td>\
            <td><p>\(finding.text.escapedForMarkup)</p><p class="remedy">\(finding.remedy.escapedForMarkup)</p>\
            <p><code>\(finding.rule.rawValue.escapedForMarkup)</code></p></td>\
            <td><bdi>\(place)</bdi></td></tr>

            """
    }

    private static let styleDigest = Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString()

    private static let style = """

        :root { color-scheme: light dark; }
        body { font: 16px/1.5 system-ui, "Noto Sans", "Noto Sans CJK JP", sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
        nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; }
        table { border-collapse: collapse; width: 100%; }
        th, td { border-top: 1px solid light-dark(#d0d0d5, #45454a); overflow-wrap: anywhere; padding: .5rem .75rem .5rem 0; text-align: start; vertical-align: top; }
        th { border-top: 0; color: light-dark(#55555c, #b0b0b8); font-weight: 600; }
        th:nth-child(1) { width: 6rem; } th:nth-child(2) { width: 14rem; } th:nth-child(4) { width: 16rem; }
        p { margin: 0; } .remedy, code, td:last-child { color: light-dark(#55555c, #b0b0b8); } code { font-size: .875rem; }
        .error, .warning, .note { font-weight: 600; }
        .error { color: light-dark(#b3001e, #ff8a8a); } .warning { color: light-dark(#7a4b00, #ffc266); } .note { color: light-dark(#0b5394, #8ec5ff); }
        @media (max-width: 45rem) {
          thead { clip-path: inset(50%); position: absolute; }
          tr { border-top: 1px solid light-dark(#d0d0d5, #45454a); display: block; padding: .5rem 0; }
          td { border: 0; display: block; padding: 0; }
        }

        """
}
