private import Foundation

/// What can be done on one of the standard streams.
struct Terminal: Sendable {
    /// Whether somebody looks at it right now.
    let isInteractive: Bool
    private let usesColor: Bool
    private let descriptor: Int32

    static let stdout = Terminal(descriptor: STDOUT_FILENO)
    static let stderr = Terminal(descriptor: STDERR_FILENO)

    /// Whether somebody can be asked.
    static var isConversation: Bool { stderr.isInteractive && isatty(STDIN_FILENO) == 1 }

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        let environment = ProcessInfo.processInfo.environment
        let isDumb = environment["TERM"].map { $0 == "dumb" || $0.isEmpty } ?? true
        isInteractive = isatty(descriptor) == 1 && !isDumb
        let refuses = ["NO_COLOR", "GLOSSPORT_NO_COLOR"].contains { environment[$0].map { !$0.isEmpty } ?? false }
        usesColor = isInteractive && !refuses && !CommandLine.arguments.contains("--no-color")
    }

    enum Color: String {
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
        case bold = "1"
        case dim = "2"
    }

    func paint(_ text: String, _ color: Color) -> String {
        usesColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The width in columns; 80 if it can't be known.
    var width: Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Where running text wraps: longer lines than these are hard to read.
    var textWidth: Int { min(width, 100) }
}
