package import GlossportProject
package import GlossportReading

/// Names of messages by id, read from the units of a table.
package struct AdoptionTable {
    package private(set) var names: [ServiceID: MessageName] = [:]

    /// The maximum length of a name in Unicode scalars.
    ///
    /// It is limited because lists show the whole name.
    static let nameLimit = 200
    /// The maximum number of listed errors; the others are only counted.
    static let listedErrors = 100

    /// - Parameters:
    ///   - units: One unit for each row, with the id as its key and the name as its text.
    ///   - locales: The locale mapping of the project.
    /// - Throws: `ProjectFileError` with the invalid rows.
    package init(_ units: [TranslationUnit], _ locales: LocaleResolver) throws {
        var problems: [GlossportError] = []
        var others = 0
        var lines: [ServiceID: Int] = [:]
        for unit in units {
            func refuse(_ message: String, _ remedy: String) {
                if problems.count < Self.listedErrors {
                    problems.append(GlossportError(.unreadableInput, message, remedy: remedy, location: unit.location))
                } else {
                    others += 1
                }
            }
            guard let id = ServiceID(unit.key.split(whereSeparator: \.isWhitespace).joined()) else {
                refuse("\(unit.key.quoted) is not a UUID.", "Every message at the service has a UUID as its id.")
                continue
            }
            let written = unit.locale ?? ""
            guard let locale = locales.resolve(written).locale else {
                let remedy = LocaleResolver.remedy(for: String(written.prefix(40)))
                refuse("\(written.quoted) is not an App Store locale.", remedy)
                continue
            }
            if let line = lines.updateValue(unit.location.line, forKey: id) {
                refuse("The id \(id) is in lines \(line) and \(unit.location.line).", "Keep one row for each id.")
            }
            let name = unit.target ?? ""
            // Count scalars, because a single character can have any number of combining marks.
            if name.unicodeScalars.count > Self.nameLimit {
                refuse(
                    "The name \(name.quoted) has more than \(Self.nameLimit) characters.",
                    "Shorten it, or name another column with --option text=HEADER."
                )
            }
            names[id] = MessageName(message: name, locale: locale.code)
        }
        if others > 0 {
            let text = "\(others) more \(others == 1 ? "row is" : "rows are") wrong."
            problems.append(GlossportError(.unreadableInput, text, remedy: "Correct the listed rows first."))
        }
        guard problems.isEmpty else { throw ProjectFileError(problems: problems) }
    }
}
