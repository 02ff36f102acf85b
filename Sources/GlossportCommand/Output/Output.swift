private import Foundation
import Glossport
private import Synchronization

/// The one way to stdout and stderr.
///
/// Stdout is data, stderr is talk.
enum Output {
    private static let buffer = Mutex<[UInt8]>([])
    /// The live block's lines on the terminal.
    ///
    /// Whoever writes there first takes the block away.
    private static let live = Mutex(0)

    /// Writes a line of data.
    static func line(_ text: String = "") {
        let isFull = buffer.withLock { buffer in
            buffer.append(contentsOf: text.utf8)
            buffer.append(0x0A)
            return buffer.count > 1 << 16
        }
        if isFull { flush() }
    }

    /// Hands out what is buffered; a closed pipe ends the process quietly, as `head` expects.
    static func flush() {
        let bytes = buffer.withLock { buffer in
            defer { buffer.removeAll(keepingCapacity: true) }
            return buffer
        }
        guard !bytes.isEmpty else { return }
        clearBlock()
        write(bytes, to: STDOUT_FILENO)
    }

    /// Writes a line for people.
    static func talk(_ text: String) { replaceBlock(by: Hints.complete(text) + "\n", lines: 0) }

    /// Asks: writes text without a line end.
    static func ask(_ text: String) { replaceBlock(by: text, lines: 0) }

    /// Shows lines on the terminal that the next ones replace.
    ///
    /// They must not be wider than the terminal.
    static func block(_ lines: [String]) {
        guard Terminal.stderr.isInteractive else { return }
        replaceBlock(by: lines.map { $0 + "\n" }.joined(), lines: lines.count)
    }

    /// Takes the live block away.
    static func clearBlock() { replaceBlock(by: "", lines: 0) }

    private static func replaceBlock(by text: String, lines: Int) {
        live.withLock { live in
            // To the block's first line and then all below it, for the terminal has echoed `^C` behind it.
            let erase = live > 0 ? "\r\u{1B}[\(live)A\u{1B}[J" : ""
            live = lines
            write(Array((erase + text).utf8), to: STDERR_FILENO)
        }
    }

    /// Says why the command can't go on.
    static func error(_ error: GlossportError) {
        let place = error.location.map { "\($0): " } ?? "glossport: "
        talk(place + Terminal.stderr.paint("error:", .red) + " " + Escape.controls(error.message))
        if let remedy = error.remedy { talk("    " + Escape.controls(remedy)) }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                if errno == EPIPE, descriptor == STDOUT_FILENO { exit(0) }
                return
            }
            start += count
        }
    }
}

/// Makes text from files safe to show: control characters could move the cursor or fake a line.
enum Escape {
    static func controls(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isUnsafe(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: true
        // Overrides and isolates could make a line read as something else.
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
