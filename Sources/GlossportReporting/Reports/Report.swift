package import GlossportChecking
package import GlossportProject
package import GlossportReading

package struct Report: Sendable {
    /// The facts that reports need in addition to the review.
    package struct Context: Sendable {
        package var version: String
        package var folder: RepositoryFolder
        /// The places of required messages and locales in the project file; `nil` without a project file.
        package var project: ProjectVocabulary?

        package init(
            version: String,
            folder: RepositoryFolder,
            project: ProjectVocabulary?
        ) {
            self.version = version
            self.folder = folder
            self.project = project
        }
    }

    package var version: String
    /// The app's bundle ID; empty if it is unknown.
    package var app: String
    package var rules: [RuleDescription]
    /// The findings, the most severe first, otherwise in the review's order.
    package var findings: [ReportedFinding]
    var subjects: [Subject]

    /// A checked subject: a file, or a field of a message in a locale.
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

    package var counts: String {
        func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        let found = Severity.allCases.sorted(by: >).map { counted(count($0), $0.rawValue) }.joined(separator: ", ")
        let files = subjects.count { $0.locale == nil }
        return
            "\(found). \(counted(files, "file")) and \(counted(subjects.count - files, "text")) were checked."
    }
}

extension Report.Subject {
    static func name(_ message: String, _ field: String?) -> String {
        (field.map { "\(message).\($0)" } ?? message).namingUnprintables()
    }
}
