private import Foundation

/// The capabilities of a standard stream.
struct Terminal: Sendable {
    /// Whether the stream is a terminal that understands escape sequences.
    let isInteractive: Bool
    /// Whether the terminal supports non-ASCII output, judged by its locale; always true if output is redirected.
    let isUnicode: Bool
    let usesColor: Bool
    private let descriptor: Int32

    static let stdout = Terminal(descriptor: STDOUT_FILENO)
    static let stderr = Terminal(descriptor: STDERR_FILENO)

    static var isConversation: Bool { stderr.isInteractive && isatty(STDIN_FILENO) == 1 }

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        let environment = Invocation.current.environment
        let isDumb = environment["TERM"].map { $0 == "dumb" || $0.isEmpty } ?? true
        isInteractive = isatty(descriptor) == 1 && !isDumb
        isUnicode = isatty(descriptor) == 0 || Self.isUnicode(environment)
        usesColor = Self.usesColor(environment) ?? isInteractive
    }

    /// The user's choice of colors from the conventional variables; `nil` means that the terminal decides.
    static func usesColor(_ environment: [String: String]) -> Bool? {
        func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
        if isSet("NO_COLOR") { return false }
        return isSet("CLICOLOR_FORCE") && environment["CLICOLOR_FORCE"] != "0" ? true : nil
    }

    /// Whether the locale names UTF-8; the first non-empty variable counts, as in the C library.
    static func isUnicode(_ environment: [String: String]) -> Bool {
        let settings = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
        guard let setting = settings.first(where: { !$0.isEmpty }) else { return false }
        return setting.lowercased().filter { $0 != "-" }.contains("utf8")
    }

    /// A color or style, with its number in an escape sequence.
    enum Color: Int, CaseIterable {
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36
        case bold = 1
        case dim = 2

        /// The placeholder for the escape sequence until the text is written: a private-use character (U+10FF00 …),
        /// which texts do not contain.
        ///
        /// The sequence itself would be lost, because `Escape` makes all escape sequences harmless, including our own.
        fileprivate var mark: Unicode.Scalar {
            switch self {
            case .red: "\u{10FF01}"
            case .green: "\u{10FF02}"
            case .yellow: "\u{10FF03}"
            case .cyan: "\u{10FF04}"
            case .bold: "\u{10FF05}"
            case .dim: "\u{10FF06}"
            }
        }

        fileprivate static let end: Unicode.Scalar = "\u{10FF00}"
        fileprivate static let sequences = Dictionary(
            uniqueKeysWithValues: allCases.map { ($0.mark, "\u{1B}[\($0.rawValue)m") } + [(end, "\u{1B}[0m")]
        )
    }

    /// The placeholders for the start and end of an isolated right-to-left text, similar to those for colors.
    private static let isolates: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{10FF07}": "\u{2068}", "\u{10FF08}": "\u{2069}",
    ]

    /// Whether a character is a placeholder for a color or direction, which has no width.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool { 0x10FF00...0x10FF08 ~= scalar.value }

    /// Isolates a right-to-left text, so that it does not reorder the characters around it.
    func isolated(_ text: String) -> String {
        isUnicode && text.runsFromRight ? "\u{10FF07}\(text)\u{10FF08}" : text
    }

    /// A text that is written in color, if this terminal uses colors.
    func paint(_ text: String, _ color: Color) -> String {
        usesColor ? "\(color.mark)\(text)\(Color.end)" : text
    }

    /// The text with its placeholders replaced, ready to be written.
    func colored(_ text: String) -> String {
        guard text.utf8.contains(0xF4) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if usesColor, let sequence = Color.sequences[scalar] {
                result += sequence
            } else if let isolate = Self.isolates[scalar] {
                result.unicodeScalars.append(isolate)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// The width in columns; 80 if it is unknown or output is redirected.
    var width: Int { columns ?? 80 }

    /// The width in columns, at least 20, or 80 if it is unknown; `nil` if output is redirected, so that lines are not
    /// wrapped.
    var columns: Int? {
        var size = winsize()
        guard isatty(descriptor) == 1 else { return nil }
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return max(20, Int(size.ws_col))
    }

    /// The maximum width of running text; longer lines are hard to read.
    var textWidth: Int { min(width, 100) }
}
