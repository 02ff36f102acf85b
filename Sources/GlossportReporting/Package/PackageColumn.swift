import GlossportChecking
import GlossportProject
import GlossportReading

/// A column in a package's tables; the cases are in the order of the columns.
///
/// The raw value is the heading; the table readers recognize the column by it.
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
    /// - Parameters:
    ///   - text: The text.
    ///   - mark: The package's ID.
    /// - Returns: The content. The key and the texts, which are read from a returned package, are as exact as the
    ///   format permits.
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
    /// The text with a replacement for characters that some formats cannot contain.
    ///
    /// Texts for customers have no such characters; if a text has one, its task names it.
    var printable: String {
        guard unicodeScalars.contains(where: \.isUnwritable) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isUnwritable ? "\u{FFFD}" : $0 }))
    }

    /// The text with its unprintable characters named, for content that is only read.
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
