package import GlossportChecking
package import GlossportProject
package import GlossportReading

/// The common source of all forms of report.
package struct Report: Sendable {
    /// The facts that reports need beside the review.
    package struct Context: Sendable {
        /// The program's version.
        package var version: String
        package var folder: RepositoryFolder
        /// Where the project file asks for what; `nil` without one.
        package var project: ProjectPlaces?

        package init(
            version: String,
            folder: RepositoryFolder,
            project: ProjectPlaces?
        ) {
            self.version = version
            self.folder = folder
            self.project = project
        }
    }

    package var version: String
    /// The app's bundle ID; empty if nothing names it.
    package var app: String
    package var rules: [RuleDescription]
    /// Worst first; those that are equally bad as the review has sorted them.
    package var findings: [ReportedFinding]
    /// The checked subjects, with or without findings.
    var subjects: [Subject]

    /// Something that was looked at: a file that was read, or a field of a message in a locale.
    package struct Subject: Sendable, Hashable {
        /// `nil` for a file.
        package var locale: String?
        /// The file's path, or message and field.
        package var name: String
    }

    package init(_ review: Review, _ context: Context) {
        version = context.version
        app = review.project.app.namingUnprintables()
        rules = review.rules
        let places = ReportPlaces(review, context)
        findings = Severity.allCases.sorted(by: >).flatMap { severity in
            review.findings.lazy.filter { $0.severity == severity }.map { finding in
                ReportedFinding(finding, in: review, at: places)
            }
        }
        let files = review.collected.files.map { Subject(name: places.place($0.path).description) }
        let texts = review.catalog.records.flatMap { record in
            record.fields.keys.sorted().map { field in
                Subject(locale: record.locale.code, name: Subject.name(record.message, field.name))
            }
        }
        subjects = files + texts
    }

    package func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }

    /// In words: `3 errors, 1 warning, 0 notes. 2 files and 40 texts were checked.`.
    package var counts: String {
        func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        let found = Severity.allCases.sorted(by: >).map { counted(count($0), $0.rawValue) }.joined(separator: ", ")
        let files = subjects.count { $0.locale == nil }
        return
            "\(found). \(counted(files, "file")) and \(counted(subjects.count - files, "text")) were checked."
    }
}

extension Report.Subject {
    /// The name of a message's field, or of a message as a whole.
    static func name(_ message: String, _ field: String?) -> String {
        (field.map { "\(message).\($0)" } ?? message).namingUnprintables()
    }
}
