import ArgumentParser
import GlossportProject
import GlossportReading
import GlossportReporting

/// Reports of findings in addition to a command's own output.
struct ReportOptions: ParsableArguments {
    @Option(
        name: .customLong("report"),
        help: ArgumentHelp(
            "Also write the findings, and of plan the changes: sarif, junit, markdown, codequality; github has no file.",
            valueName: "kind=file"
        ),
        completion: .list(ReportKind.allCases.map(\.rawValue))
    )
    var reports: [String] = []

    /// The kinds with their paths; `github` has no path.
    ///
    /// - Throws: `GlossportError` for an unknown kind, a missing or superfluous path, or a repeated path.
    func orders() throws -> [(kind: ReportKind, path: String?)] {
        var paths: [String] = []
        return try reports.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let kind = ReportKind(rawValue: name) else {
                let known = ReportKind.allCases.map(\.rawValue)
                let list = "Reports: \(known.joined(separator: ", "))."
                throw GlossportError(
                    .invalidOption,
                    "Unknown report “\(name)”.",
                    remedy: Spelling.remedy(for: name, among: known, otherwise: list)
                )
            }
            let path = parts.count > 1 ? String(parts[1]) : nil
            if kind == .github {
                guard path == nil else {
                    throw GlossportError(
                        .invalidOption,
                        "--report github takes no path.",
                        remedy: "Remove the path: annotations go to stderr, and the summary to GitHub's summary file."
                    )
                }
                return (kind, nil)
            }
            guard let path, !path.isEmpty, path != "-" else {
                throw GlossportError(
                    .invalidOption,
                    path == "-"
                        ? "--report \(kind.rawValue) can't be written to stdout, which contains the command's output."
                        : "--report \(kind.rawValue) has no path.",
                    remedy: "Write --report \(kind.rawValue)=FILE."
                )
            }
            guard !paths.contains(where: { $0 == path || ProjectFolder.isSame($0, path) }) else {
                throw GlossportError(
                    .invalidOption,
                    "Two reports have the same path \(path).",
                    remedy: "Name a different file for each."
                )
            }
            paths.append(path)
            return (kind, path)
        }
    }
}
