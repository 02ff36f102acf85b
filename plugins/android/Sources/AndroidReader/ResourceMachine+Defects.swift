import GlossportReading
import XMLParsing

extension ResourceMachine {
    /// The maximum number of attributes in a tag; libxml2 compares each with all others, and real tags have a few.
    private static let maximumAttributes = 10_000

    /// The end of a sentence about a defect inside a string; empty outside of strings.
    private var loss: String { draft.map { "; the text of \($0.key.quoted) is skipped" } ?? "" }
    private static let again = "Export the file again; the rest is not read."

    mutating func stop(_ rule: RuleDescription, _ text: String, remedy: String, at offset: Int) {
        if isStopped { return }
        hasStopped = true
        output.finding(rule, text, remedy: remedy, at: lines.place(at: offset), key: draft?.key)
    }

    // MARK: Bytes

    /// Detects the encoding, and reports a contradictory or unsupported one; returns `nil` if it is unsupported.
    mutating func encoding(of head: [UInt8]) -> InputEncoding? {
        do {
            let input = try InputEncoding(head: head)
            if let declared = input.contradiction {
                output.finding(
                    AndroidRule.encodingMismatch,
                    "The file declares the encoding \(declared.shortened), but its bytes are \(input.encoding);"
                        + " it is read as that.",
                    remedy: "Correct the encoding in the first line."
                )
            }
            output.detect("encoding", input.encoding.name)
            return input
        } catch {
            output.finding(
                AndroidRule.encoding,
                "The file is in the encoding \(error.name.shortened), which is not supported.",
                remedy: "Save the file as UTF-8."
            )
            return nil
        }
    }

    mutating func report(_ failure: DecodingFailure, in encoding: TextEncoding) {
        if failure.truncated { return reportTruncated() }
        stop(
            AndroidRule.badBytes,
            "The bytes \(failure.hexadecimal) are not \(encoding)\(loss).",
            remedy: "Save the file as UTF-8.",
            at: lines.end
        )
    }

    private mutating func reportTruncated() {
        stop(
            AndroidRule.truncated,
            "The file ends before </resources>\(loss).",
            remedy: "Deliver the whole file again.",
            at: lines.end
        )
    }

    mutating func stopAtZeroByte(_ offset: Int) {
        stop(AndroidRule.notWellFormed, "U+0000 is not allowed in XML\(loss).", remedy: Self.again, at: offset)
    }

    // MARK: Limits

    /// Stops at a tag with too many attributes, which would take libxml2 minutes; the unparsed bytes begin at `start`.
    mutating func stopAtManyAttributes(from start: Int) {
        guard lines.end - start > Self.maximumAttributes, lines.byte(at: start) == UInt8(ascii: "<"),
            // libxml2 skips comments and processing instructions regardless of their content.
            let next = lines.byte(at: start + 1), next != UInt8(ascii: "!"), next != UInt8(ascii: "?")
        else { return }
        if longTag.start != start { longTag = (start, start, 0) }
        longTag.attributes += lines.count(of: UInt8(ascii: "="), from: longTag.end)
        longTag.end = lines.end
        if longTag.attributes <= Self.maximumAttributes { return }
        stop(
            AndroidRule.tooLong,
            "A tag has more than \(Self.maximumAttributes) attributes\(loss).",
            remedy: "Check the export.",
            at: start
        )
    }

    mutating func stopAtManyNames(at offset: Int) {
        stop(
            AndroidRule.tooManyNames,
            "The file has too many different names of elements and attributes\(loss).",
            remedy: "Check the export.",
            at: offset
        )
    }

    // MARK: From the parser

    mutating func documentType(at cursor: XMLCursor) { refuseDocumentType(at: cursor.tagStart) }

    mutating func entityDeclared(_: String, at offset: Int) { refuseDocumentType(at: offset) }

    private mutating func refuseDocumentType(at offset: Int) {
        stop(
            AndroidRule.doctype,
            "The file has a document type.",
            remedy: "Delete <!DOCTYPE …> and write the texts out.",
            at: offset
        )
    }

    mutating func defect(_ defect: XMLDefect) {
        if isStopped { return }
        let start = defect.start { [lines] in lines.byte(at: $0) }
        switch defect.kind {
        case .harmless: return
        case .undefinedEntity:
            stop(
                AndroidRule.undefinedEntity,
                "XML does not define the entity here\(loss).",
                remedy: "Write the character itself, or its number as in &#160;;"
                    + " XML defines only &amp;, &lt;, &gt;, &quot; and &apos;.",
                at: start
            )
        case .undeclaredPrefix(let prefix):
            stop(
                AndroidRule.notWellFormed,
                "The prefix \(prefix.shortened) is not declared\(loss).",
                remedy: "Declare the prefix in the first tag,"
                    + " as in <resources xmlns:xliff=\"urn:oasis:names:tc:xliff:document:1.2\">.",
                at: start
            )
        case .illegalCharacter:
            let text = "\(defect.character) is not allowed in XML\(loss)."
            stop(AndroidRule.notWellFormed, text, remedy: Self.again, at: start)
        // The parser postpones ambiguous input, so truncation may also cause other defects at the end.
        case .notWellFormed where isFinishing && !hasEnded && isAtEnd(defect, start): reportTruncated()
        case .notWellFormed:
            let before = defect.offset > 0 ? lines.byte(at: defect.offset - 1) : nil
            let (text, remedy) = defect.explanation(byteBefore: before, firstLine: 1)
            let rule = defect.isTooLong ? AndroidRule.tooLong : AndroidRule.notWellFormed
            stop(rule, text.dropLast() + loss + ".", remedy: remedy ?? Self.again, at: start)
        }
    }

    /// Whether a defect means that the file ends inside a tag or before its last end tag.
    private func isAtEnd(_ defect: XMLDefect, _ start: Int) -> Bool {
        defect.offset >= lines.end || defect.code == 5 && depth == 0
            || lines.count(of: UInt8(ascii: ">"), from: start) == 0
    }
}

extension XMLDefect {
    /// Whether a tag or comment exceeds the parser's buffer limit.
    fileprivate var isTooLong: Bool { explanation(byteBefore: nil, firstLine: 1).text.contains("10 MB") }
}
