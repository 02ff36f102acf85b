private import CLibrary
private import Foundation
import GlossportReading

/// The only way to write to stdout and stderr.
///
/// Stdout is for results, stderr for messages. All text for people passes `Escape.line`, so that no file can send
/// commands to the terminal; machine-readable forms, ``DataText``, are already escaped.
enum Output {
    private static let data = Mutex(DataStream())
    /// The number of lines in the live block on the terminal.
    ///
    /// The next write removes the block.
    private static let live = Mutex(0)

    private struct DataStream {
        var buffer: [UInt8] = []
        var state = State.open
        /// Whether machine-readable lines were written.
        var hasData = false
        /// Whether a part for one of several projects was written.
        var hasPart = false
        /// Whether the buffer is being written; a second writer would interleave.
        var isBusy = false
        /// Whether output counts as lost if its reader is gone.
        var needsReader = false

        enum State {
            case open
            /// The reader is gone, as after `head`; the remaining output is dropped.
            case closed
            /// Output was lost, as on a full disk; the remaining output is dropped, too.
            case lost
        }
    }

    /// Whether the reader of stdout is gone, so that output no longer arrives.
    static var isClosed: Bool { data.withLock { $0.state == .closed } }

    /// Whether some output to stdout was lost; stderr has reported it.
    static var isLost: Bool { data.withLock { $0.state == .lost } }

    /// Whether the command has produced machine-readable lines; with several projects, whether the current project has.
    static var hasData: Bool { ProjectCall.current?.hasData ?? data.withLock { $0.hasData } }

    /// Makes output count as lost if its reader goes away, because a script relies on it.
    static func needReader() { data.withLock { $0.needsReader = true } }

    /// Writes a line for people, and completes the commands in it so that they can be pasted.
    static func line(_ text: String = "") {
        for line in shownLines(Hints.complete(text), on: .stdout) {
            if let project = ProjectCall.current, !project.isLive { project.keep(line) } else { append(line) }
        }
    }

    /// Writes machine-readable lines.
    static func line(_ text: DataText) {
        guard let project = ProjectCall.current else {
            data.withLock { $0.hasData = true }
            return append(text.text)
        }
        if let line = project.take(text) { append(line.text) }
    }

    /// Writes a project's heading and its pending lines for people, without lines of other projects between them.
    static func show(partOf project: ProjectCall, _ form: OutputForm) {
        guard form == .table else { return }
        let name = [project.app, project.path].compactMap(\.self).joined(separator: "  ")
        let heading = shown(Terminal.stdout.paint("== \(name)", .bold), on: .stdout)
        let isFirst = data.withLock { data in
            defer { data.hasPart = true }
            return !data.hasPart
        }
        append((isFirst ? [] : [""]) + [heading] + project.takeLines())
        flush()
    }

    private static func append(_ line: String) { append([line]) }

    private static func append(_ lines: [String]) {
        let isFull = data.withLock { data in
            guard data.state == .open else { return false }
            for line in lines {
                data.buffer.append(contentsOf: line.utf8)
                data.buffer.append(0x0A)
            }
            return data.buffer.count > 1 << 16
        }
        if isFull { flush() }
    }

    static func flush() {
        while true {
            let bytes: [UInt8]? = data.withLock { data in
                guard !data.isBusy else { return nil }
                defer { data.buffer.removeAll(keepingCapacity: true) }
                let bytes = data.state == .open ? data.buffer : []
                data.isBusy = !bytes.isEmpty
                return bytes
            }
            guard let bytes else {
                usleep(1_000)
                continue
            }
            guard !bytes.isEmpty else { return }
            clearBlock()
            let code = write(bytes, to: STDOUT_FILENO)
            let isLost = data.withLock { data in
                data.isBusy = false
                guard let code else { return false }
                let isLost = code != EPIPE || data.needsReader
                data.state = isLost ? .lost : .closed
                return isLost
            }
            if isLost, let code { report(lost: code) }
            return
        }
    }

    private static func report(lost code: Int32) {
        let kind = GlossportError.Code(rawValue: "lost-output")
        error(
            code == EPIPE
                ? GlossportError(kind, "The reader of the output is gone; the work itself continues.")
                : GlossportError(kind, "The output could not be written: \(String(cString: strerror(code))).")
        )
    }

    /// Writes the buffered output followed by the last lines, unless another thread has been writing for a second; no
    /// other output can follow.
    static func close(with last: () -> [DataText]) {
        for _ in 0..<1_000 {
            let bytes: [UInt8]? = data.withLock { data in
                guard !data.isBusy else { return nil }
                data.isBusy = true
                return data.state == .open ? data.buffer : []
            }
            guard var bytes else {
                usleep(1_000)
                continue
            }
            for line in last() { bytes += Array(line.text.utf8) + [0x0A] }
            _ = write(bytes, to: STDOUT_FILENO)
            return
        }
    }

    /// Writes a line for people to stderr.
    static func report(_ text: String) {
        var lines = shownLines(Hints.complete(text), on: .stderr)
        // With several projects, each line starts with the project's name.
        if let project = ProjectCall.current, !project.isLive {
            let name = shown(project.name + ": ", on: .stderr)
            lines = lines.map { $0.isEmpty ? $0 : name + $0 }
        }
        replaceBlock(with: lines.map { $0 + "\n" }.joined(), lines: 0)
    }

    /// Writes a machine-readable line to stderr.
    static func report(_ text: DataText) { replaceBlock(with: text.text + "\n", lines: 0) }

    /// Writes the first lines of a list to stderr, and the number of the others.
    static func report(list: [String]) {
        for line in list.prefix(20).map({ "  \($0)" }) + Plural.more(list.count - 20) { report(line) }
    }

    /// Writes a question without a line end.
    static func ask(_ text: String) {
        let blank = text.hasSuffix(" ") ? " " : ""
        replaceBlock(with: shownLines(text, on: .stderr).joined(separator: "\n") + blank, lines: 0)
    }

    /// Shows lines on the terminal until the next write replaces them.
    ///
    /// They must not be wider than the terminal.
    static func block(_ lines: [String]) {
        guard Terminal.stderr.isInteractive, ProjectCall.current?.isLive != false else { return }
        replaceBlock(with: lines.map { shown($0, on: .stderr) + "\n" }.joined(), lines: lines.count)
    }

    /// Removes the live block.
    static func clearBlock() { replaceBlock(with: "", lines: 0) }

    private static func shown(_ text: String, on terminal: Terminal) -> String {
        terminal.colored(Escape.line(terminal.isUnicode ? text : ASCIIText.of(text)))
    }

    /// The text in as many lines as the terminal needs, broken between words.
    private static func shownLines(_ text: String, on terminal: Terminal) -> [String] {
        guard let columns = terminal.columns, DisplayWidth.of(text) > columns else {
            return [shown(text, on: terminal)]
        }
        let indent = text.prefix { $0 == " " }.count
        // The continuation of a list row is indented further.
        let hanging = indent == 2 ? 4 : indent
        return Paragraph.lines(text.namingUnprintables(), indentedBy: indent, hanging: hanging, width: columns).map {
            shown($0, on: terminal)
        }
    }

    private static func replaceBlock(with text: String, lines: Int) {
        live.withLock { live in
            // Moves to the block's first line and erases everything below it, because the terminal may have echoed `^C`
            // after the block.
            let erase = live > 0 ? "\r\u{1B}[\(live)A\u{1B}[J" : ""
            live = lines
            // If stderr fails, there is no other channel to report it.
            _ = write(Array((erase + text).utf8), to: STDERR_FILENO)
        }
    }

    static func error(_ error: GlossportError) {
        let place = error.location.map { "\($0): " } ?? "glossport: "
        report(place + Terminal.stderr.paint("error:", .red) + " " + error.message)
        if let remedy = error.remedy { report("    " + remedy) }
    }

    /// Writes all bytes, and blocks as long as necessary.
    ///
    /// - Returns: The `errno` of a failure; `nil` on success.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                start += count
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                // Another process has made the stream non-blocking, so wait here.
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&request, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
