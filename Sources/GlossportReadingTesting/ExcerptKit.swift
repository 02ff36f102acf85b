package import GlossportReading

/// The requirements on every way of making excerpts, tried on one file after the other.
///
/// A part of a file's units is cut out, and what comes of it is compared with the file, line by line, and read again by the
/// format's own reader.
package struct ExcerptKit {
    private let format: Format
    private let options: ReaderOptions
    private let keepsExactly: Bool
    private let strip: (String) -> String

    /// The number of trials, for printing.
    package struct Tally: Sendable, CustomStringConvertible {
        package var files = 0
        package var cuts = 0
        package var units = 0
        /// Files of which nothing can be cut, with the reason.
        package var refused: [String] = []
        /// Damaged files that could be cut all the same.
        package var damaged = 0
        /// The violations.
        package var violations: [String] = []

        package var description: String {
            "\(files) files, \(cuts) cuts, \(units) units; refused \(refused); \(damaged) damaged files cut"
        }

        package init() {}
    }

    /// - Parameters:
    ///   - format: The format under test.
    ///   - options: The options that a delivery would give its reader.
    ///   - keepsExactly: Whether nothing but the units that were asked for is left; a row holds several.
    ///   - strip: Takes everything away that the cutter puts in.
    package init(
        _ format: Format,
        options: ReaderOptions = ReaderOptions(),
        keepsExactly: Bool = true,
        strip: @escaping (String) -> String
    ) {
        (self.format, self.options, self.keepsExactly, self.strip) = (format, options, keepsExactly, strip)
    }

    /// Cuts one file in several ways, and damaged in others.
    package func tryOut(_ source: SourceFile, into tally: inout Tally) throws {
        try cut(source, into: &tally)
        tally.damaged += try tryDamage(source)
    }

    private func cut(_ source: SourceFile, into tally: inout Tally) throws {
        guard let makeExcerpt = format.excerpt, let bytes = try source.bytes(atMost: 64 << 20) else { return }
        let file = SourceFile(path: source.path, bytes: bytes)
        let (units, errors) = try read(file)
        guard !units.isEmpty else { return }
        // Regular expressions take their time.
        let lines = bytes.count < 200_000 ? Self.text(bytes).map { Self.lines(strip($0)) } : nil
        tally.files += 1
        for step in Set([1, 3, units.count]).sorted() {
            let wanted = stride(from: step - 1, to: units.count, by: step).map { units[$0] }
            let annotations = wanted.map { unit in
                // Everything that could end what it is put into.
                Annotation(
                    "=Wrong: ]]> --> */ \" ' <b> &amp; ; , \\ ä 花\n",
                    rule: "text-too-long",
                    locale: unit.locale,
                    at: TextCursor.Place(line: unit.location.line, column: unit.location.column)
                )
            }
            let result: Excerpt
            do { result = try makeExcerpt(file, options, annotations) } catch {
                tally.refused.append("\(source.path): \(error)")
                return
            }
            tally.cuts += 1
            tally.units += wanted.count
            let what = "\(source.path), every \(step) of \(units.count)"
            if let lost = result.elsewhere.first { tally.violations.append("\(what): \(lost.place) is lost") }
            let (kept, newErrors) = try read(SourceFile(path: source.path, bytes: result.bytes))
            let (asked, got, all) = (wanted.map(Content.init), kept.map(Content.init), units.map(Content.init))
            if keepsExactly, got != asked {
                let first =
                    zip(got, asked).first { $0 != $1 }.map { "\($0.0) for \($0.1)" }
                    ?? "\(got.count) for \(asked.count)"
                tally.violations.append("\(what): other units are read: \(first)")
            } else if !Self.isPart(asked, of: got) || !Self.isPart(got, of: all) {
                tally.violations.append(
                    "\(what): units are lost or made up: \(got.count) of \(all.count), \(asked.count) asked for"
                )
            }
            if errors.isEmpty, let error = newErrors.first { tally.violations.append("\(what): \(error)") }
            if let lines, let line = strangeLine(in: result.bytes, of: lines) {
                tally.violations.append("\(what): no line of the file is \(line.debugDescription)")
            }
        }
    }

    /// Damages a file in many ways, and cuts it all the same: whatever comes of it, it must not be the end of the program.
    ///
    /// - Parameter source: A file; large ones are left out.
    /// - Returns: How many damaged files could be cut.
    /// - Throws: Errors of reading the file itself.
    private func tryDamage(_ source: SourceFile) throws -> Int {
        guard let makeExcerpt = format.excerpt, let bytes = try source.bytes(atMost: 20_000), !bytes.isEmpty else {
            return 0
        }
        let (units, _) = try read(SourceFile(path: source.path, bytes: bytes))
        let annotations = units.prefix(50).map { unit in
            let place = TextCursor.Place(line: unit.location.line, column: unit.location.column)
            return Annotation("Wrong.", rule: "wrong", locale: unit.locale, at: place)
        }
        var state = UInt64(bytes.count)
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        var count = 0
        for _ in 0..<12 {
            var damaged = bytes
            for _ in 0...random(3) {
                let place = random(damaged.count)
                switch random(4) {
                case 0: damaged[place] = UInt8(truncatingIfNeeded: random(256))
                case 1: damaged.remove(at: place)
                case 2: damaged.insert(Array("<>\"'/*{},;=\n\0".utf8)[random(13)], at: place)
                default: damaged.removeLast(damaged.count - place)
                }
                if damaged.isEmpty { damaged = bytes }
            }
            let file = SourceFile(path: source.path, bytes: damaged)
            if (try? makeExcerpt(file, options, annotations)) != nil { count += 1 }
        }
        return count
    }

    private struct Content: Hashable, CustomStringConvertible {
        var key: String
        var texts: [String?]

        init(_ unit: TranslationUnit) {
            key = unit.key
            texts = [unit.locale, unit.source, unit.target]
        }

        var description: String { "\(key) \(texts)" }
    }

    private func read(_ file: SourceFile) throws -> (units: [TranslationUnit], errors: [String]) {
        var units: [TranslationUnit] = []
        var errors: [String] = []
        _ = try format.reader(options: options).read(file) { event in
            switch event {
            case .unit(let unit): units.append(unit)
            case .finding(let finding) where finding.severity == .error:
                errors.append("\(finding.rule.rawValue): \(finding.text)")
            case .finding, .other: break
            }
        }
        return (units, errors)
    }

    private static func isPart(_ part: [Content], of whole: [Content]) -> Bool {
        var rest = whole[...]
        for element in part {
            guard let index = rest.firstIndex(of: element) else { return false }
            rest = rest[(index + 1)...]
        }
        return true
    }

    /// The first line of a cut-out, without what was put in, that is not one of the file's lines behind those before it.
    private func strangeLine(in cut: [UInt8], of lines: [String]) -> String? {
        guard let text = Self.text(cut) else { return nil }
        var rest = lines[...]
        for line in Self.lines(strip(text)) where !line.isEmpty {
            guard let index = rest.firstIndex(of: line) else { return line }
            rest = rest[(index + 1)...]
        }
        return nil
    }

    private static func text(_ bytes: [UInt8]) -> String? {
        let detection = TextEncoding.detect(bytes)
        return detection.encoding.text(of: Array(bytes.dropFirst(detection.markLength)))
    }

    private static func lines(_ text: String) -> [String] {
        text.split { $0.isNewline }.map { line in
            String(line.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
        }
    }
}
