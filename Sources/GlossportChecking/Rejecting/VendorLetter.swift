import GlossportReading

/// The letter that goes with the files: what is wrong, what to do, and how to send it back.
struct VendorLetter {
    private let rejection: Rejection

    init(_ rejection: Rejection) { self.rejection = rejection }

    var text: String {
        let again = list("PLEASE SEND THESE FILES AGAIN, WHOLE AND UNDER THE SAME NAMES", wholeFiles)
        return (introduction + files + locales + list("NOT DELIVERED", missing) + again + uncut).joined(separator: "\n")
            + "\n"
    }

    /// More lines than these are in the table only.
    private static let listed = 50

    private var introduction: [String] {
        let app = rejection.app.isEmpty ? "" : " for \(rejection.app)"
        return [
            ReturnPackageFile.title,
            "",
            "Some of the translations\(app) can't be used as they were delivered.",
            "",
        ]
            + (rejection.files.contains { $0.output != nil }
                ? [
                    "This folder contains your own files, reduced to the texts with problems. Each",
                    "problem is described beside its text: as a note and a state in XLIFF, in the last",
                    "columns of a table, in a comment above the text in a .strings file, in the",
                    "comment of the key in a String Catalog. For other formats, such as workbooks, the",
                    "texts are in a table that ends in .csv. findings.csv lists everything",
                    "again, for use in a spreadsheet.",
                    "",
                    "WHAT TO DO",
                    "",
                    "1. Open the files in the tool that created them, or in an editor.",
                    "2. Correct the texts. Please leave keys, ids and the names of files as they are.",
                    "3. Set the state of each corrected text back to translated. The notes may stay.",
                    "4. Send this folder back. All other texts need no change.",
                    "",
                ]
                : [
                    "The problems and our requests are listed below; findings.csv lists them",
                    "again, for use in a spreadsheet.",
                    "",
                ])
    }

    private var files: [String] {
        let files = rejection.files.filter { $0.output != nil }
        guard !files.isEmpty else { return [] }
        let rows = files.map { ($0.output ?? "", "\($0.units)", "\($0.findings)") }
        return ["FILES", ""] + Self.table(("file", "texts or rows", "findings"), rows) + [""]
    }

    private var locales: [String] {
        let counts = Dictionary(
            rejection.findings.compactMap { item in
                (item.locale ?? item.unit?.locale).map { ($0, 1) }
            },
            uniquingKeysWith: +
        )
        guard !counts.isEmpty else { return [] }
        let rows = counts.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
        let width = rows.map(\.0.count).max() ?? 0
        return ["FINDINGS BY LOCALE", ""]
            + rows.map { "  " + Annotation.line($0.0) + String(repeating: " ", count: width - $0.0.count + 2) + $0.1 }
            + [""]
    }

    static func table(
        _ head: (String, String, String),
        _ rows: [(String, String, String)]
    ) -> [String] {
        let all = [head] + rows
        let width = all.map(\.0.count).max() ?? 0
        let second = all.map(\.1.count).max() ?? 0
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: width - text.count + 2)
        }
        return all.map { "  " + padded($0.0, width) + padded($0.1, second) + $0.2 }
    }

    // MARK: What is in no file

    private var missing: [String] {
        rejection.findings.filter { $0.place == .nowhere }.flatMap { item in
            if item.finding.rule == ExpectedLocaleMissing.id, let locale = item.locale {
                return ["\(locale): we have not received any translations."]
            }
            let source = item.source.map { " The source text is: \($0)" } ?? ""
            return ["\(item.finding.text)" + (item.key.map { " The key is \($0)." } ?? "") + source]
                + item.missing.map { "  \($0.key)" + ($0.source.map { ": \($0)" } ?? "") }
        }
    }

    private var wholeFiles: [String] {
        let cut = Set(rejection.files.filter { $0.output != nil }.map(\.path))
        return rejection.findings.filter { item in
            guard item.unit == nil, let path = item.finding.location?.path else {
                return item.place == .file && item.unit == nil
            }
            return item.place == .file || item.place == .inside && !cut.contains(path)
        }.map { item in
            let place = item.finding.location.map { "\($0.path), line \($0.line): " } ?? ""
            return ([place + item.finding.text] + [item.remedy].compactMap(\.self)).joined(separator: " ")
        }
    }

    private func list(_ title: String, _ lines: [String]) -> [String] {
        guard !lines.isEmpty else { return [] }
        let more = lines.count > Self.listed ? ["- and \(lines.count - Self.listed) more; see findings.csv"] : []
        return [title, ""] + lines.prefix(Self.listed).map { "- " + Annotation.line($0) } + more + [""]
    }

    private var uncut: [String] {
        list(
            "FILES THAT ARE NOT HERE",
            rejection.files.compactMap { file in
                file.problem.map {
                    "\(file.path): \($0.text) Its problems are listed in findings.csv; please correct your copy and send the whole file."
                }
            }
        )
    }
}
