import GlossportChecking
import GlossportProject
import GlossportReading

/// A column of a package that is a table, in the order in which tables have them.
///
/// The raw value is the heading; the readers of tables recognize the column by it.
enum PackageColumn: String, CaseIterable {
    case key, locale, source
    case task = "glossport: task"
    case target
    /// The length of the target as it is typed; only a workbook calculates it.
    case length
    case limit = "max length"
    case notes
    case place = "glossport: place"
    case earlier = "glossport: earlier"
    case mark = "glossport: package"

    /// The content of a text's cell, as text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - mark: The package's ID.
    /// - Returns: The content; of what comes back as a text, exactly the text.
    func content(of text: TextToDo, _ mark: PackageMark) -> String {
        switch self {
        case .key: text.key.printable
        case .locale: text.locale.code
        case .source: (text.source ?? "").printable
        case .target: (text.translation ?? "").printable
        case .length: "\(Self.target.content(of: text, mark).count)"
        case .limit: "\(text.limit)"
        case .task: text.task.shown
        case .notes: text.notes.joined(separator: "\n").shown
        case .place: text.place.shown
        case .earlier: (text.earlier ?? "").shown
        case .mark: mark.description.shown
        }
    }
}

extension String {
    /// The text with a replacement for each character that not every format can hold.
    ///
    /// No text for customers has such characters, and the request beside it names them.
    var printable: String {
        guard unicodeScalars.contains(where: \.isUnwritable) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isUnwritable ? "\u{FFFD}" : $0 }))
    }

    /// A remark that is only to be read.
    var shown: String { namingUnprintables(keeping: "\t\n") }
}

extension Unicode.Scalar {
    /// Whether XML 1.0 excludes the character.
    fileprivate var isUnwritable: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}
