private import CLibrary
import GlossportReading
import XMLParsing

/// One reading of one file: decodes it, feeds the parser, and completes the summary.
struct FileReading {
    let source: SourceFile
    let options: XLIFFOptions
    let emit: (ReadEvent) -> Void

    /// Stops the reading after the reason has been reported.
    private struct Stop: Error {}

    func run() throws -> ReadSummary {
        var machine = DocumentMachine(options: options, source: source, emit: emit)
        let head = try source.head().bytes
        let input: InputEncoding
        do {
            input = try InputEncoding(head: head)
        } catch {
            report(error)
            return ReadSummary()
        }
        if let declared = input.contradiction { report(declared, contradicts: input.encoding) }
        machine.tally.summary.detected.append(.init("encoding", "\(input.encoding) \(input.evidence)"))

        let failure = try withUnsafeMutablePointer(to: &machine) { try feed($0, input) }
        if let failure { machine.report(failure, in: input.encoding) }
        return machine.finish()
    }

    /// Parses the whole file.
    ///
    /// Use the machine only between calls to the parser: during a call, the parser mutates it through the same pointer.
    private func feed(
        _ machine: UnsafeMutablePointer<DocumentMachine>,
        _ input: InputEncoding
    ) throws -> DecodingFailure? {
        guard let parser = XMLPushParser(driving: machine) else {
            throw GlossportError(.unreadableInput, "Not enough memory to read \(source.path).")
        }
        var hasStarted = false
        do {
            let failure = try source.forEachTextChunk(encoding: input.encoding, markLength: input.markLength) { chunk in
                machine.pointee.lines.append(chunk)
                var rest = chunk
                if !hasStarted {
                    rest = machine.pointee.skipLeadingSpace(chunk)
                    hasStarted = !rest.isEmpty
                }
                let usable = Self.lengthBeforeZero(rest)
                parser.feed(UnsafeRawBufferPointer(rebasing: rest[..<usable]))
                if usable < rest.count { machine.pointee.zeroByte(at: machine.pointee.lines.end - rest.count + usable) }
                machine.pointee.stopAtManyAttributes(from: parser.consumed)
                if parser.nameCount > DocumentMachine.maximumNames { machine.pointee.stopTooManyNames() }
                if machine.pointee.isStopped { throw Stop() }
                if hasStarted {
                    machine.pointee.lines.discard(before: parser.consumed + machine.pointee.skippedBytes)
                }
            }
            if let failure { return failure }
        } catch is Stop {
            return nil
        }
        if hasStarted {
            machine.pointee.isFinishing = true
            parser.finish()
        } else {
            machine.pointee.reportEmpty()
        }
        return nil
    }

    /// Returns the length of the text before U+0000, which libxml2 treats as the end of its buffer.
    private static func lengthBeforeZero(_ text: UnsafeRawBufferPointer) -> Int {
        guard let base = text.baseAddress, let zero = memchr(base, 0, text.count) else { return text.count }
        return UnsafeRawPointer(zero) - base
    }

    // MARK: Encodings

    private func report(_ refusal: InputEncoding.Refusal) {
        switch refusal {
        case .unknownEncoding(let name):
            report(
                .unknownEncoding,
                "The file declares the encoding \(name.shortened), which this machine does not support.",
                remedy: "Save the file as UTF-8."
            )
        case .utf16WithoutMark:
            report(
                .utf16WithoutMark,
                "The file looks like UTF-16, but has no byte order mark and no declaration.",
                remedy: "Save it as UTF-8, or as UTF-16 with a byte order mark."
            )
        }
    }

    private func report(_ declared: String, contradicts encoding: TextEncoding) {
        report(
            .encodingMismatch,
            "The file declares the encoding \(declared.shortened), but is in \(encoding); it is read as \(encoding).",
            remedy: "Correct the encoding in the first line; other tools may refuse the file."
        )
    }

    private func report(_ rule: XLIFFRule, _ text: String, remedy: String) {
        let start = SourceLocation(path: source.path, line: 1, column: 1)
        emit(.finding(Finding(rule.id, rule.severity, text, remedy: remedy, at: start)))
    }
}
