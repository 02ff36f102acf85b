import GlossportReading
import XMLParsing

extension DocumentMachine {
    /// Skips white space before the XML declaration, which libxml2 would reject; returns the rest of the chunk.
    mutating func skipLeadingSpace(_ chunk: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let rest = chunk.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        skippedBytes += chunk.count - rest.count
        guard !rest.isEmpty, skippedBytes > 0 else { return UnsafeRawBufferPointer(rebasing: rest) }
        let place = lines.place(at: skippedBytes)
        firstLine = place.line
        if rest.starts(with: Array("<?xml".utf8)) {
            report(
                .leadingSpace,
                "White space before the XML declaration is skipped.",
                remedy: "Remove it; other tools refuse the file.",
                at: place
            )
        }
        return UnsafeRawBufferPointer(rebasing: rest)
    }

    mutating func zeroByte(at offset: Int) {
        if isStopped { return }
        isStopped = true
        report(
            .illegalCharacter,
            "Character U+0000 is not allowed in XML. \(readBefore)",
            remedy: "Remove it; a file with many of them is not text, or is undeclared UTF-16.",
            at: lines.place(at: offset)
        )
    }

    mutating func stopTooManyNames() {
        if isStopped { return }
        isStopped = true
        report(
            .tooManyNames,
            "The file has more than \(Self.maximumNames) different names of elements, attributes and namespaces. "
                + readBefore,
            remedy: "Export the file again.",
            at: lines.place(at: lines.end)
        )
    }

    /// Stops at an incomplete tag with too many attributes; the parser's buffered input begins at `start`.
    mutating func stopAtManyAttributes(from start: Int) {
        let start = start + skippedBytes
        guard !isStopped, lines.end - start > Self.maximumAttributes, lines.byte(at: start) == UInt8(ascii: "<"),
            // libxml2 skips comments and processing instructions regardless of their content.
            let next = lines.byte(at: start + 1), next != UInt8(ascii: "!"), next != UInt8(ascii: "?")
        else { return }
        // Count each part of the tag only once, even if the tag extends over many chunks.
        if longTag.start != start { longTag = (start, start, 0) }
        longTag.attributes += lines.count(of: UInt8(ascii: "="), from: longTag.end)
        longTag.end = lines.end
        guard longTag.attributes > Self.maximumAttributes else { return }
        isStopped = true
        report(
            .tooLong,
            "A tag has more than \(Self.maximumAttributes) attributes. \(readBefore)",
            remedy: "Export the file again.",
            at: lines.place(at: start)
        )
    }

    mutating func reportEmpty() {
        isStopped = true
        report(
            .empty,
            skippedBytes == 0 ? "The file is empty." : "The file contains only white space.",
            remedy: "Download it again; the export or the transfer failed.",
            at: TextCursor.Place()
        )
    }

    mutating func report(_ failure: DecodingFailure, in encoding: TextEncoding) {
        if isStopped { return }
        isStopped = true
        let what =
            failure.truncated
            ? "The file ends inside a character (bytes \(failure.hexadecimal)); it is probably truncated."
            : "The bytes \(failure.hexadecimal) are not text in \(encoding)."
        report(
            .badBytes,
            "\(what) \(readBefore)",
            remedy: failure.truncated
                ? "Download the file again."
                : "Save the file as UTF-8, or declare its actual encoding.",
            request: failure.request,
            at: lines.place(at: lines.end)
        )
    }

    mutating func finish() -> ReadSummary {
        if hasRoot, !isStopped {
            if tally.summary.units == 0, tally.summary.skipped.isEmpty {
                report(
                    .noUnits,
                    "The file contains no translation units.",
                    remedy: "Check how it was exported.",
                    at: TextCursor.Place()
                )
            } else if tally.opaqueKeys > 0, !tally.hasReadableKey {
                report(
                    .opaqueKeys,
                    "All \(tally.opaqueKeys) keys are a tool's internal numbers, such as \(tally.exampleKey).",
                    remedy: tally.keyContext.map {
                        "If \($0.text.shortened) is a key, set the option key to context:\($0.type); otherwise ask for the resource keys in "
                            + "resname or name."
                    } ?? "Ask for the resource keys in resname or name, or name their place with the option key.",
                    request: "Write our keys as resname of the units.",
                    at: TextCursor.Place()
                )
            }
        }
        var summary = tally.summary
        guard hasRoot else { return summary }
        summary.detected += [.init("version", dialect.version ?? "unknown")]
        if !dialect.tools.isEmpty { summary.detected.append(.init("tool", dialect.tools.joined(separator: ", "))) }
        if !tally.sourceLanguages.isEmpty {
            summary.detected.append(.init("source language", tally.sourceLanguages.joined(separator: ", ")))
        }
        if !tally.targetLanguages.isEmpty {
            summary.detected.append(.init("target language", tally.targetLanguages.joined(separator: ", ")))
        }
        summary.detected.append(.init("file elements", "\(tally.files)"))
        for choice in tally.locales {
            let origin = choice.origin?.rawValue ?? "not given"
            summary.detected.append(.init("locale", choice.locale.map { "\($0), \(origin)" } ?? origin))
        }
        return summary
    }
}
