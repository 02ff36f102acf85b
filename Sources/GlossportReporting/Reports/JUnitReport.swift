import GlossportReading

/// Writes test results for build servers: a suite for each locale, and a case for each checked text.
enum JUnitReport {
    static func text(of report: Report) -> String {
        var suites: [String: Suite] = [:]
        for subject in report.subjects {
            suites[subject.locale ?? Suite.ofFiles, default: Suite()].add(subject.name)
        }
        for finding in report.findings {
            if finding.message == nil, !finding.lacksLocation, let place = finding.place {
                // A file with errors must not count as passed.
                suites[Suite.ofFiles, default: Suite()].add(file(place), finding)
            } else {
                suites[finding.locale ?? Suite.ofFiles, default: Suite()].add(finding.subject, finding)
            }
        }
        let sorted = suites.sorted { ($0.key == Suite.ofFiles ? "" : $0.key) < ($1.key == Suite.ofFiles ? "" : $1.key) }
        let cases = sorted.reduce(0) { $0 + $1.value.names.count }
        let failures = sorted.reduce(0) { $0 + $1.value.failures }
        var text = beginning
        text += "tests=\"\(cases)\" failures=\"\(failures)\" errors=\"0\" time=\"0\">\n"
        for (name, suite) in sorted { text += suite.xml(name) }
        return text + "</testsuites>\n"
    }

    /// The beginning of every report, which identifies an earlier one.
    static let beginning = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"glossport\" "

    /// The case of a file, independent of the place in it.
    private static func file(_ place: ReportedFinding.Place) -> String {
        let path = place.innerPath.map { "\(place.path)/\($0)" } ?? place.path
        return path.namingUnprintables()
    }
}

private struct Suite {
    /// The name of the suite for files, which differs from every locale's name.
    static let ofFiles = "deliveries"

    private(set) var names: [String] = []
    private var findings: [String: [ReportedFinding]] = [:]

    var failures: Int { findings.values.count { $0.contains { $0.severity == .error } } }

    mutating func add(_ name: String, _ finding: ReportedFinding? = nil) {
        if findings[name] == nil {
            names.append(name)
            findings[name] = []
        }
        if let finding { findings[name]?.append(finding) }
    }

    func xml(_ name: String) -> String {
        let shown = name.escapedForMarkup
        var text =
            "<testsuite name=\"\(shown)\" tests=\"\(names.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"0\" time=\"0\">\n"
        for name in names { text += Self.xml(name, in: shown, findings[name] ?? []) }
        return text + "</testsuite>\n"
    }

    private static func xml(_ name: String, in suite: String, _ findings: [ReportedFinding]) -> String {
        let start = "<testcase classname=\"glossport.\(suite)\" name=\"\(name.escapedForMarkup)\" time=\"0\""
        guard !findings.isEmpty else { return start + "/>\n" }
        let errors = findings.filter { $0.severity == .error }
        let others = findings.filter { $0.severity < .error }
        var text = start + ">\n"
        if let first = errors.first {
            // A single element, because most programs show only the first.
            let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
            text +=
                "<failure message=\"\((first.text + more).escapedForMarkup)\" type=\"\(first.rule.rawValue.escapedForMarkup)\">"
            text += errors.map(line).joined(separator: "\n").escapedForMarkup + "</failure>\n"
        }
        if !others.isEmpty {
            text += "<system-out>" + others.map(line).joined(separator: "\n").escapedForMarkup + "</system-out>\n"
        }
        return text + "</testcase>\n"
    }

    private static func line(_ finding: ReportedFinding) -> String {
        let place = finding.place.map { "\($0.description): " } ?? ""
        let text = finding.excerpt.map { "\n    \($0)" } ?? ""
        return
            "\(place)\(finding.severity.rawValue): \(finding.text) \(finding.remedy) [\(finding.rule.rawValue)]\(text)"
    }
}

extension String {
    /// The text escaped for XML, both between tags and in attributes.
    ///
    /// The caller must replace the characters that XML forbids, except U+FFFE and U+FFFF, which become U+FFFD.
    var escapedForMarkup: String {
        guard utf8.contains(where: { "&<>\"'".utf8.contains($0) || $0 == 0xEF }) else { return self }
        return unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            // Necessary to avoid `]]>`, which must not appear outside a CDATA section.
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
