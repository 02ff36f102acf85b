import GlossportReading

/// The letter that goes with the texts to translate: what to do, how long a text may be, and which terms to use.
struct BriefLetter {
    let project: Project
    let source: StoreLocale
    let files: [Brief.File]

    var text: String {
        let app = project.app.isEmpty ? "" : " of \(project.app)"
        let rows = files.map { ($0.path, "\($0.units - $0.translated)", "\($0.translated)") }
        var lines = [
            ReturnPackageFile.briefTitle, "", "Please translate the texts\(app) in these files from \(source).", "",
            "FILES", "",
        ]
        lines += VendorLetter.table(("file", "to translate", "translated before"), rows)
        lines += [
            "",
            "WHAT TO DO",
            "",
            "1. Open the files in your translation tool, or a table in a spreadsheet.",
            "2. Translate each text that has no translation yet. The others are still valid.",
            "3. Keep to the maximum lengths below: a longer text cannot be published.",
            "4. Leave keys, ids and the names of files as they are.",
            "5. Send the files back.",
            "",
            "MAXIMUM LENGTHS, IN CHARACTERS WITH SPACES",
            "",
        ]
        lines += Self.limits + [""] + names + forbidden + terms
        return lines.joined(separator: "\n") + "\n"
    }

    private static var limits: [String] {
        let fields: [(String, Field)] = [
            ("header", .header), ("body", .body), ("altText (describes the picture)", .altText),
            ("bullets.1.text and so on", .bulletText(1)), ("bullets.1.altText and so on", .bulletAltText(1)),
        ]
        return fields.map { "  \($0.0): \($0.1.lengthLimit)" }
    }

    private func list(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : [title, ""] + lines.map { "- " + Annotation.line($0) } + [""]
    }

    private var names: [String] {
        list(
            "NAMES THAT ARE NOT TRANSLATED",
            project.terms.keep.map { $0.text + ($0.forms.isEmpty ? "" : " (or \($0.forms.joined(separator: ", ")))") }
        )
    }

    private var forbidden: [String] {
        let locales = Set(files.map(\.locale))
        return list(
            "WORDS NOT TO USE",
            project.terms.forbidden.filter { $0.locales.isEmpty || !locales.isDisjoint(with: $0.locales) }.map { word in
                let places = word.locales.isEmpty ? "" : " in \(word.locales.map(\.code).joined(separator: ", "))"
                return word.text + places + (word.why.map { ": \($0)" } ?? "")
            }
        )
    }

    private var terms: [String] {
        list(
            "TERMS",
            project.terms.concepts.flatMap { concept -> [String] in
                guard let own = concept.terms.first(where: { $0.isFor(source) && $0.status == .preferred }) else {
                    return []
                }
                return files.flatMap { file in
                    concept.terms.filter { $0.isFor(file.locale) }.map { term in
                        let status = term.status == .preferred ? "" : " (\(term.status.rawValue))"
                        return "\(own.text) in \(file.locale): \(term.text)\(status)"
                    }
                }
            }
        )
    }
}
