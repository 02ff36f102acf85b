import GlossportChecking
package import GlossportProject
import GlossportReading

/// The letter that accompanies a package, for a reader who does not know Glossport.
package struct PackageLetter {
    /// The first words of each letter, which identify a returned one.
    static let title = ReturnPackageFile.letterTitle
    /// The maximum number of texts to list; the files contain all.
    private static let mostListed = 200
    private static let width = 80

    private let package: VendorPackage
    private let project: Project
    private let due: String?
    private let attachments: [PackageAttachment]

    /// `due` is the deadline as `YYYY-MM-DD`; if `nil`, the vendor's deadline in the project file applies.
    package init(
        _ package: VendorPackage,
        of project: Project,
        due: String? = nil,
        attachments: [PackageAttachment] = []
    ) {
        self.attachments = attachments
        self.package = package
        self.project = project
        self.due = due ?? package.vendor.due
    }

    package var text: String {
        let sections = [
            head, introduction, files, steps, section("WHAT A TEXT MAY CONTAIN", rules),
            section("NAMES THAT STAY AS THEY ARE", names), section("WORDS NOT TO USE", forbidden),
            section("AGREED TERMS", terms), section("FILES THAT WE COULD NOT USE", remarks), list,
        ]
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    // MARK: Subject

    private var head: [String] {
        let contact = package.vendor.contact
        let name = package.vendor.name
        let receiver = name.isEmpty ? contact : contact.map { "\(name) (\($0))" } ?? name
        let facts = [
            ("For", receiver), ("From", project.app.isEmpty ? nil : "the team of \(project.appName)"),
            ("Date", Self.date(package.mark.day)), ("Due", due.map(Self.date)),
        ]
        return ["\(Self.title): \(project.appName)".line, ""]
            + facts.compactMap { name, value in value.map { "\(name):".padded(to: 7) + $0.line } }
    }

    private var introduction: [String] {
        let app = project.app.isEmpty ? "an app" : "the app \(project.appName)"
        let meaning = "that the App Store shows to customers who are about to cancel a subscription."
        let messages = "retention messages: short texts \(meaning)"
        let count = package.allTexts.count
        guard count > 0 else {
            return paragraph("We could not use the files below. They are to contain texts of \(app), \(messages)")
        }
        let (texts, kind) =
            count == 1
            ? ("one text", "It is a retention message: a short text \(meaning)")
            : ("\(count) texts", "They are \(messages)")
        let sentences = ["Please translate or correct \(texts) of \(app). \(kind)"] + attachments.map(\.introduction)
        return paragraph(sentences.joined(separator: " "))
    }

    private var files: [String] {
        guard !package.texts.isEmpty else { return [] }
        let rows = package.texts.map { locale, texts in
            (place(locale), locale.name, texts.count == 1 ? "1 text" : "\(texts.count) texts")
        }
        let (first, second) = (rows.map(\.0.count).max() ?? 0, rows.map(\.1.count).max() ?? 0)
        return ["THE FILES", ""] + rows.map { "  " + $0.padded(to: first + 2) + $1.padded(to: second + 2) + $2 }
    }

    /// The file, or the sheet of the workbook, with a locale's texts.
    private func place(_ locale: StoreLocale) -> String {
        package.format.fileName(locale) + (package.format == .xlsx ? ", sheet \(locale)" : "")
    }

    private var steps: [String] {
        guard let first = package.texts.first?.locale else { return [] }
        let isOne = package.format == .xlsx || package.texts.count == 1
        let file = isOne ? package.format.fileName(first) : "each file"
        let (open, write, rest) =
            switch package.format {
            case .xliff, .xliff2:
                (
                    "Open \(file) in your translation tool.",
                    """
                    Do with each unit what its note says; write into the target. Then set the state “\(project.locales.minimumState.rawValue)”, \
                    also if you leave the text as it is: in most tools, confirm the unit.
                    """, "notes"
                )
            case .csv:
                (
                    "Open \(file) in a spreadsheet. It is CSV in UTF-8: please keep that when you save it.",
                    "Do in each row what “\(PackageColumn.task.rawValue)” says; write into “target”.", "other columns"
                )
            case .xlsx:
                (
                    "Open \(file) in Excel or another spreadsheet."
                        + (package.texts.count == 1 ? "" : " Each language has a sheet."),
                    "Do in each row what “Task” says; write into “Translation”. A text that is too long turns red, and Excel refuses it."
                        + (package.texts.contains { CharacterCount($0.locale).leavesMarksOut }
                            ? " Go by the column “Length”: marks on letters do not count separately." : ""),
                    "other columns"
                )
            }
        let steps = [
            open, write + (package.hasSources ? " The source is \(package.source.name)." : ""),
            "Leave everything else as it is: keys, source texts and \(rest).",
            "Send the \(isOne ? "file back under the same name" : "files back under the same names"). You need not send this letter back.",
        ]
        return ["WHAT TO DO", ""]
            + steps.enumerated().flatMap { paragraph("\($0 + 1). \($1)", hanging: 3) }
            + [""] + paragraph("If you have a question, please answer the message that came with this folder.")
    }

    // MARK: Requirements

    private var rules: [String] {
        let fields = Set(package.allTexts.map(\.field))
        guard !fields.isEmpty else { return [] }
        func has(_ kinds: (Field) -> Bool) -> Bool { fields.contains(where: kinds) }
        let limits = [
            (fields.contains(.header), "header", Field.header), (fields.contains(.body), "body", .body),
            (fields.contains(.altText), "altText (read aloud in place of a picture)", .altText),
            (has { if case .bulletText = $0 { true } else { false } }, "text of a bullet point", .bulletText(1)),
            (
                has { if case .bulletAltText = $0 { true } else { false } }, "altText of a bullet point",
                .bulletAltText(1)
            ),
        ].filter(\.0).map { "\($0.1) up to \($0.2.lengthLimit)" }.joined(separator: ", ")
        return [
            "Characters, spaces included: \(limits).",
            "Plain text on one line: no formatting, no HTML, no placeholders such as %@ or {name}.",
            "No links, e-mail addresses or telephone numbers: nothing can be tapped.",
            "No amounts of money such as €4.99; percentages and fractions as in the source are fine.",
            "No emoji, and no names of other platforms or stores.",
            "Apple reviews every text before customers see it.",
        ]
    }

    private var names: [String] {
        project.terms.keep.map { $0.text + ($0.forms.isEmpty ? "" : " (or \($0.forms.joined(separator: ", ")))") }
    }

    private var forbidden: [String] {
        project.terms.forbidden.compactMap { word in
            let locales = package.texts.map(\.locale).filter(word.locales.contains)
            guard word.locales.isEmpty || !locales.isEmpty else { return nil }
            let places = locales.isEmpty ? "" : " in \(locales.map(\.name).joined(separator: ", "))"
            return "\(word.text.shownTerm)\(places)" + (word.why.map { ": \($0)" } ?? "")
        }
    }

    private var terms: [String] {
        package.texts.map(\.locale).flatMap { locale in
            project.terms.concepts.compactMap { concept -> String? in
                let terms = concept.terms.filter { $0.isFor(locale) }
                guard let own = concept.terms.first(where: { $0.isFor(package.source) && $0.status == .preferred }),
                    !terms.isEmpty
                else { return nil }
                let words = terms.map { term in
                    switch term.status {
                    case .preferred: term.text.shownTerm
                    case .admitted: "also \(term.text.shownTerm)"
                    case .forbidden: "not \(term.text.shownTerm)"
                    }
                }
                return "\(own.text.shownTerm) in \(locale.name): \(words.joined(separator: ", "))"
            }
        }
    }

    private var remarks: [String] { package.remarks.map { "\($0.problem) \($0.request)" } }

    // MARK: The texts

    private var list: [String] {
        var lines = ["THE TEXTS"]
        var room = Self.mostListed
        for (locale, texts) in package.texts {
            lines += ["", "\(locale.name), \(place(locale))"]
            let shown = texts.prefix(room)
            room -= shown.count
            var tasks: [String] = []
            for text in shown where !tasks.contains(text.task) { tasks.append(text.task) }
            for task in tasks {
                lines += [""] + paragraph("  Task: " + task, hanging: 8)
                lines += shown.filter { $0.task == task }.flatMap(item)
            }
            if texts.count > shown.count {
                let count = texts.count - shown.count
                lines += [
                    "", "  and \(count)\(shown.isEmpty ? "" : " more") \(count == 1 ? "text" : "texts") in the file.",
                ]
            }
        }
        return package.texts.isEmpty ? [] : lines
    }

    /// The key, followed by a line with the translation or, if there is none, the source text.
    private func item(_ text: TextToDo) -> [String] {
        let quoted = text.translation.map { ("Now", $0) } ?? text.source.map { (package.source.languageName, $0) }
        let line = quoted.map { name, text in "      \(name): \(text.line)".cut(to: Self.width) }
        return ["    " + text.key.line] + [line].compactMap(\.self)
    }

    // MARK: Lines

    private func section(_ title: String, _ items: [String]) -> [String] {
        items.isEmpty ? [] : [title, ""] + items.flatMap { paragraph("- " + $0, hanging: 2) }
    }

    private func paragraph(_ text: String, hanging: Int = 0) -> [String] {
        let indent = text.prefix { $0 == " " }
        var lines: [String] = []
        var line = String(indent)
        for word in text.line.dropFirst(indent.count).split(separator: " ", omittingEmptySubsequences: false) {
            if !line.allSatisfy({ $0 == " " }), line.columns + 1 + String(word).columns > Self.width {
                lines.append(line)
                line = String(repeating: " ", count: hanging) + word
            } else {
                line += (line == indent ? "" : " ") + word
            }
        }
        return lines + [line]
    }

    private static func date(_ day: String) -> String {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let parts = day.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return day }
        return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
    }
}

extension Project {
    /// The app's name for readers who do not know its bundle ID: a kept name that is part of the ID, followed by the
    /// ID; without such a name, the ID alone.
    var appName: String {
        let id = app.lowercased()
        let name = terms.keep.map(\.text).first { $0.lettersAndDigits.count > 2 && id.contains($0.lettersAndDigits) }
        return name.map { "\($0) (\(app))" } ?? app
    }
}

extension String {
    /// The text on one line, with its invisible characters named.
    fileprivate var line: String { String(map { $0.isNewline || $0 == "\t" ? " " : $0 }).namingUnprintables() }

    fileprivate var columns: Int {
        reduce(0) {
            $0 + ($1.unicodeScalars.first.map { $0.properties.isEmojiPresentation || $0.isWide } == true ? 2 : 1)
        }
    }

    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - columns)) }

    /// The text, cut and ended with an ellipsis if it exceeds a number of columns.
    fileprivate func cut(to width: Int) -> String {
        let room = prefix(width + 1)
        guard room.endIndex < endIndex || String(room).columns > width else { return self }
        var kept = room
        while String(kept).columns >= width { kept.removeLast() }
        return kept + "…"
    }
}

extension Unicode.Scalar {
    /// Whether the character, such as most Chinese, Japanese and Korean ones, is as wide as two Latin letters.
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
