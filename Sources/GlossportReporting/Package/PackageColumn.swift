import GlossportChecking
import GlossportProject
import GlossportReading

/// A column in a package's tables; the cases are in the order of the columns.
///
/// The raw value is the heading in CSV files; workbooks have headings of their own.
enum PackageColumn: String, CaseIterable {
    case key, locale, source
    case task = "glossport: task"
    case target
    /// The length of the target, calculated while it is typed; only in workbooks.
    case length
    case limit = "max length"
    case notes
    case place = "glossport: place"
    case earlier = "glossport: earlier"
    case mark = "glossport: package"

    /// The content of a text's cell.
    ///
    /// The key, source and target keep all characters that XML allows, because they are read from a returned package.
    /// In the other columns, unprintable characters are named.
    func content(of text: TextToDo, _ mark: PackageMark) -> String {
        switch self {
        case .key: text.key.writable
        case .locale: text.locale.code
        case .source: (text.source ?? "").writable
        case .target: (text.translation ?? "").writable
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
    /// The text with U+FFFD in place of the characters that XML does not allow.
    ///
    /// Customers' texts should not contain such characters; the rule `control-character` reports them.
    var writable: String {
        guard unicodeScalars.contains(where: \.isUnwritable) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isUnwritable ? "\u{FFFD}" : $0 }))
    }

    /// The text with its unprintable characters named, except tabs and line feeds.
    var shown: String { namingUnprintables(keeping: "\t\n") }
}

extension Unicode.Scalar {
    fileprivate var isUnwritable: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}
