import GlossportChecking
import GlossportReading

/// A plugin with its fixtures, on which the checks are done.
struct PluginSubject {
    private let trial: PluginTrial
    private let plain: PluginFixture
    private let fixtures: [PluginFixture]
    /// The same plugin without a sandbox; `nil` where none is asked for.
    private let outside: PluginTrial?
    /// The output for the plain fixture, with which most checks compare.
    private let whole: PluginTrial.Outcome

    init(_ trial: PluginTrial, plain: PluginFixture, among fixtures: [PluginFixture], leavesSandbox: Bool) {
        self.trial = trial
        self.plain = plain
        self.fixtures = fixtures
        var free = trial
        free.file.reader.sandbox = .limits
        outside = leavesSandbox && trial.file.reader.sandbox == .strict ? free : nil
        whole = trial.run(plain.request, plain.bytes)
    }

    /// Longer files are cut in steps.
    private static let cuts = 96
    private static let hugeText = 3_500_000
    // Where memory is collected as garbage, a first few megabytes say little.
    private static let smallFile = 24 << 20
    private static let largeFile = 48 << 20
    private static let growth = 12 << 20
    /// How long each text of these is, in bytes.
    private static let longText = 1_000

    func check(_ verdict: inout PluginKit.Verdict) {
        switch verdict.check {
        case .describe, .unknownProtocol: break
        case .golden: verdict.violations = golden()
        case .sandbox: sandbox(&verdict)
        case .sameTwice: verdict.violations = same(trial.run(plain.request, plain.bytes))
        case .emptyFile: verdict.violations = emptyFile()
        case .byteOrderMark:
            onText(&verdict) { same(texts: trial.run(plain.request, [0xEF, 0xBB, 0xBF] + plain.bytes)) }
        case .carriageReturns: onText(&verdict) { carriageReturns() }
        case .truncated: truncated(&verdict)
        case .badBytes: onParts(&verdict, badBytes)
        case .chunkBorders: onParts(&verdict, chunkBorders)
        case .duplicateKey: onParts(&verdict, duplicateKey)
        case .hugeText: onParts(&verdict, hugeText)
        case .wanted: wanted(&verdict)
        case .locale: verdict.violations = locale()
        case .features: verdict.violations = features()
        case .unknownMember: verdict.violations = same(trial.run(plain.request, plain.bytes, .init(addsMember: true)))
        case .slowInput: verdict.violations = same(trial.run(plain.request, plain.bytes, .init(isHalting: true)))
        case .slowOutput: onParts(&verdict, slowOutput)
        case .inputEnds: verdict.violations = inputEnds()
        case .terminate: verdict.violations = terminate()
        case .quiet: verdict.violations = quiet()
        case .memory: memory(&verdict)
        case .start: start(&verdict)
        }
    }

    // MARK: Fixtures

    private func golden() -> [String] {
        let missing = PluginFixture.needed.filter { name in !fixtures.contains { $0.name == name } }
        var violations = missing.map { "There is no fixture “\($0)”." }
        for fixture in fixtures {
            let outcome = trial.run(fixture.request, fixture.bytes)
            if let failure = outcome.failure {
                violations.append("\(fixture.name): \(failure)")
                continue
            }
            guard let expected = fixture.expected else {
                violations.append("\(fixture.name): has no expected output yet: run with --record, then review it.")
                continue
            }
            let wanted = trial.messages(in: expected, of: fixture.request)
            if wanted.count != expected.split(separator: 0x0A).count {
                violations.append("\(fixture.name): a line of \(fixture.name).jsonl is not a message.")
            } else if let line = zip(wanted, outcome.messages).enumerated().first(where: { $1.0 != $1.1 })?.offset {
                violations.append(
                    """
                    \(fixture.name): line \(line + 1) is \(excerpt(outcome.output, line)); \
                    \(fixture.name).jsonl has \(excerpt(expected, line)). \
                    If the new output is right, remove \(fixture.name).jsonl and run with --record.
                    """
                )
            } else if wanted.count != outcome.messages.count {
                violations.append("\(fixture.name): \(outcome.messages.count) messages instead of \(wanted.count).")
            }
        }
        if plain.expected != nil, whole.units.count < 2 {
            violations.append("plain: at least two units are required.")
        }
        return violations
    }

    private func excerpt(_ output: [UInt8], _ line: Int) -> String {
        let lines = output.split(separator: 0x0A)
        guard lines.indices.contains(line) else { return "missing" }
        return String(decoding: lines[line].prefix(160), as: UTF8.self)
    }

    private func sandbox(_ verdict: inout PluginKit.Verdict) {
        guard let outside else {
            verdict.skipped = "This check runs it without the sandbox."
            return
        }
        let outer = outside.run(plain.request, plain.bytes)
        if whole.failure != nil, outer.failure == nil {
            verdict.violations = ["It works only outside the sandbox: \(whole.failure ?? "")"]
        } else if whole.messages != outer.messages {
            verdict.violations = ["Its output differs outside the sandbox."]
        }
    }

    private func emptyFile() -> [String] {
        let outcome = trial.run(plain.request, [])
        if let failure = outcome.failure { return [failure] }
        return (outcome.units.isEmpty ? [] : ["A unit was reported."])
            + (outcome.findings.isEmpty ? ["No finding was reported."] : [])
    }

    // MARK: What is made of the plain fixture

    private func carriageReturns() -> [String] {
        let bytes = plain.bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
        let outcome = trial.run(plain.request, bytes)
        let violations = same(texts: outcome)
        return violations.isEmpty && outcome.units.map(\.location) != whole.units.map(\.location)
            ? ["A location differs."] : violations
    }

    private func truncated(_ verdict: inout PluginKit.Verdict) {
        let count = plain.bytes.count
        let step = max(1, count / Self.cuts)
        let shows = plain.truncationShows
        for length in stride(from: 1, to: count, by: step) {
            let outcome = trial.run(plain.request, Array(plain.bytes.prefix(length)))
            if let failure = outcome.failure {
                verdict.violations = ["Truncated at byte \(length): \(failure)"]
                return
            }
            let arrived = outcome.texts
            let expected = Array(whole.texts.prefix(arrived.count))
            // Of plain lines only the last one may have lost its end.
            let compared = shows ? arrived.count : max(0, arrived.count - 1)
            if Array(arrived.prefix(compared)) != Array(expected.prefix(compared)) {
                verdict.violations = ["Truncated at byte \(length), a unit arrives that is not in the file."]
                return
            }
            if shows, arrived.count < whole.units.count, outcome.findings.isEmpty,
                !isAfterAllLost(plain.bytes[length...], whole.units.dropFirst(arrived.count))
            {
                verdict.violations = ["Truncated at byte \(length), a unit is lost without a finding.\(plainness)"]
                return
            }
        }
        verdict.figure = "\((count - 2) / step + 1) cuts"
    }

    /// Whether the rest of the file holds every lost text whole, so that the part before it may well be a file of its own.
    private func isAfterAllLost(_ rest: ArraySlice<UInt8>, _ lost: ArraySlice<TranslationUnit>) -> Bool {
        lost.allSatisfy { unit in
            guard let target = unit.target, !target.isEmpty else { return true }
            return Self.find(Array(target.utf8), in: Array(rest)) != nil
        }
    }

    /// The plain file around the texts of two of its units.
    private struct Parts {
        var head, first, between, second, tail: [UInt8]
    }

    private func badBytes(_ parts: Parts, _ verdict: inout PluginKit.Verdict) {
        let middle = parts.first.count / 2
        var bytes = parts.head + parts.first.prefix(middle)
        bytes += [0xC3, 0x28] + parts.first.dropFirst(middle) + parts.between + parts.second + parts.tail
        let outcome = trial.run(plain.request, bytes)
        if let failure = outcome.failure {
            verdict.violations = [failure]
            return
        }
        if !outcome.hasError { verdict.violations.append("No error was reported.") }
        if outcome.units.contains(where: { $0.target?.contains("\u{FFFD}") == true }) {
            verdict.violations.append("A text contains a replacement character.")
        }
    }

    private func chunkBorders(_ parts: Parts, _ verdict: inout PluginKit.Verdict) {
        for shift in 0..<4 {
            let text = String(repeating: "x", count: shift) + String(repeating: "花🎈äé", count: 16_000)
            let outcome = trial.run(
                plain.request,
                parts.head + parts.first + parts.between + Array(text.utf8) + parts.tail
            )
            if let failure = outcome.failure {
                verdict.violations = [failure]
                return
            }
            if !outcome.units.contains(where: { $0.target == text }) {
                verdict.violations = ["A text of \(text.utf8.count >> 10) kB was changed."]
                return
            }
        }
    }

    private func slowOutput(_ parts: Parts, _ verdict: inout PluginKit.Verdict) {
        let bytes = repeated(parts, 256 << 10)
        let quick = trial.run(plain.request, bytes)
        let slow = trial.run(plain.request, bytes, .init(isSlow: true))
        if let failure = quick.failure ?? slow.failure {
            verdict.violations = [failure]
            return
        }
        if slow.messages != quick.messages { verdict.violations = ["The output differs."] }
    }

    /// The first of two units again and again, up to a size in bytes.
    private func repeated(_ parts: Parts, _ size: Int) -> [UInt8] {
        let text = repeatElement(parts.first, count: max(1, Self.longText / parts.first.count)).joined()
        let block = text + parts.between
        var bytes = parts.head
        bytes.reserveCapacity(size + plain.bytes.count)
        for _ in 0..<max(2, size / block.count) { bytes += block }
        return bytes + parts.second + parts.tail
    }

    private func duplicateKey(_ parts: Parts, _ verdict: inout PluginKit.Verdict) {
        // The second unit is there twice, with two texts.
        let twice = parts.first + parts.between + parts.first + parts.between
        let outcome = trial.run(
            plain.request,
            parts.head + twice + parts.second + parts.tail
        )
        if let failure = outcome.failure {
            verdict.violations = [failure]
            return
        }
        if outcome.units.count != whole.units.count + 1 {
            verdict.violations = [
                "\(outcome.units.count) units arrive instead of \(whole.units.count + 1).\(plainness)"
            ]
        }
    }

    private func hugeText(_ parts: Parts, _ verdict: inout PluginKit.Verdict) {
        let huge = [UInt8](repeating: UInt8(ascii: "y"), count: Self.hugeText)
        let outcome = trial.run(plain.request, parts.head + parts.first + parts.between + huge + parts.tail)
        if let failure = outcome.failure {
            verdict.violations = [failure]
            return
        }
        if !outcome.hasError { verdict.violations.append("No error was reported.") }
        let first = String(decoding: parts.first, as: UTF8.self)
        if !outcome.units.contains(where: { $0.target == first }) {
            verdict.violations.append("The unit before it is lost.")
        }
    }

    private func memory(_ verdict: inout PluginKit.Verdict) {
        onParts(&verdict) { parts, verdict in
            let small = trial.run(plain.request, repeated(parts, Self.smallFile), .init(measuresMemory: true))
            let large = trial.run(plain.request, repeated(parts, Self.largeFile), .init(measuresMemory: true))
            if let failure = small.failure ?? large.failure {
                verdict.violations = [failure]
                return
            }
            guard small.peak > 0, large.peak > 0 else {
                verdict.skipped = "This system does not report memory use."
                return
            }
            let seconds =
                Double(large.duration.components.attoseconds) / 1e18 + Double(large.duration.components.seconds)
            verdict.figure = "\(large.peak >> 20) MiB, \(Int(Double(Self.largeFile) / 1e6 / seconds)) MB/s"
            if large.peak - small.peak > Self.growth {
                verdict.violations = [
                    """
                    \(small.peak >> 20) MiB for \(Self.smallFile >> 20) MiB of file, \(large.peak >> 20) MiB for \
                    \(Self.largeFile >> 20) MiB.
                    """
                ]
            }
        }
    }

    // MARK: The request

    private func wanted(_ verdict: inout PluginKit.Verdict) {
        guard let key = whole.units.first?.key, let end = key.unicodeScalars.dropFirst().first else { return }
        // The first key is wanted, and whatever begins like it.
        let filter = KeyFilter(prefix: "", between: String(end))
        var request = plain.request
        request.options.wanted = filter
        let some = trial.run(request, plain.bytes)
        request.options.wanted = KeyFilter(prefix: "no key begins like this", between: ".")
        let none = trial.run(request, plain.bytes)
        var violations = [some.failure, none.failure].compactMap(\.self)
        func isWanted(_ unit: TranslationUnit) -> Bool { Array(unit.key.utf8).withUnsafeBytes(filter.lets) }
        if some.units.filter(isWanted) != whole.units.filter(isWanted) {
            violations.append("Wanted units are missing.")
        }
        for outcome in [some, none] where outcome.units.count + outcome.summary.others != whole.units.count {
            violations.append(
                "\(outcome.units.count) units and \(outcome.summary.others) others are not \(whole.units.count)."
            )
        }
        verdict.violations = Array(violations.prefix(1))
        guard violations.isEmpty, trial.description.features.contains(.other) else { return }
        onParts(&verdict) { parts, verdict in
            let bytes = repeated(parts, 40 * (Self.longText + parts.between.count))
            let many = trial.run(request, bytes)
            let count = trial.run(plain.request, bytes).units.count
            if let failure = many.failure {
                verdict.violations = [failure]
            } else if many.summary.others + many.units.count != count {
                verdict.violations = ["\(many.summary.others) others and \(many.units.count) units are not \(count)."]
            }
        }
        verdict.skipped = nil
    }

    private func locale() -> [String] {
        // An option may name a locale, too; then the file says none.
        fixtures.filter { $0.request.options.locale == nil && $0.request.options.values.isEmpty }.flatMap { fixture in
            locale(fixture).map { "\(fixture.name): \($0)" }
        }
    }

    private func locale(_ fixture: PluginFixture) -> [String] {
        let own = Set(trial.run(fixture.request, fixture.bytes).units.compactMap(\.locale))
        var request = fixture.request
        request.options.locale = "tlh"
        let told = trial.run(request, fixture.bytes)
        if let failure = told.failure { return [failure] }
        var violations: [String] = []
        if told.units.contains(where: { $0.locale != "tlh" }) { violations.append("A unit has a different locale.") }
        // A file in several languages can't be in the one that is named, and may be refused for that.
        guard trial.description.features.contains(.declared), !told.hasError else { return violations }
        let declared = Set(told.summary.declared.map(\.locale))
        for locale in own.subtracting(declared).sorted() {
            violations.append("The file is in \(locale), but does not declare it.")
        }
        return violations
    }

    private func features() -> [String] {
        var request = plain.request
        // Rows are the only thing that a plugin of tables has to say.
        request.features = [.rows]
        let outcome = trial.run(request, plain.bytes)
        if let failure = outcome.failure { return [failure] }
        let text = String(decoding: outcome.output, as: UTF8.self)
        return text.contains("\"column\":") ? ["It writes columns."] : []
    }

    private func inputEnds() -> [String] {
        let outcome = trial.run(plain.request, plain.bytes, .init(cut: plain.bytes.count / 2, patience: .seconds(8)))
        switch outcome.ending {
        case .late?, .idle?: return ["It waits for the rest."]
        default: break
        }
        return outcome.failure == nil
            ? ["Half of the bytes were missing, but it reports that it has read them all."] : []
    }

    private func terminate() -> [String] {
        let outcome = trial.run(plain.request, plain.bytes, .init(isTerminated: true))
        return outcome.ending == nil ? ["It had to be killed."] : []
    }

    private func quiet() -> [String] {
        let said = whole.complaint.count
        return said > 4 << 10 ? ["It said \(said) bytes."] : []
    }

    private func start(_ verdict: inout PluginKit.Verdict) {
        let durations = (0..<9).map { _ in trial.run(plain.request, plain.bytes).duration }.sorted()
        let median = durations[durations.count / 2]
        let milliseconds = Int(
            median.components.seconds * 1_000 + median.components.attoseconds / 1_000_000_000_000_000
        )
        verdict.figure = "\(milliseconds) ms"
        if median > .seconds(1) { verdict.violations = ["It takes \(milliseconds) ms for a small file."] }
    }

    // MARK: Helpers

    /// Compares with what the plain fixture gives else, places included.
    private func same(_ outcome: PluginTrial.Outcome) -> [String] {
        if let failure = outcome.failure { return [failure] }
        return outcome.messages == whole.messages ? [] : ["The output differs."]
    }

    /// Compares keys and texts alone.
    private func same(texts outcome: PluginTrial.Outcome) -> [String] {
        if let failure = outcome.failure { return [failure] }
        let expected = whole.texts
        if outcome.findings.map(\.rule) != whole.findings.map(\.rule) { return ["Its findings differ."] }
        if outcome.texts == expected { return [] }
        return [
            outcome.units.count == expected.count
                ? "A text differs." : "\(outcome.units.count) units instead of \(expected.count)."
        ]
    }

    /// A hint for a plain fixture that the checks can't take apart: they look for its texts in it.
    private var plainness: String {
        let hidden = whole.units.compactMap(\.target).first {
            Self.find(Array($0.utf8), in: plain.bytes) == nil && !$0.isEmpty
        }
        return hidden.map {
            " The text “\($0.prefix(60))” does not appear verbatim in plain.in: put escapes and continued lines into other fixtures."
        } ?? ""
    }

    /// Whether the plain fixture can be changed as a text.
    private var isText: Bool { String(validating: plain.bytes, as: UTF8.self) != nil && !plain.bytes.contains(0) }

    private func onText(_ verdict: inout PluginKit.Verdict, _ body: () -> [String]) {
        guard isText else {
            verdict.skipped = "The format is not text."
            return
        }
        verdict.violations = body()
    }

    private func onParts(_ verdict: inout PluginKit.Verdict, _ body: (Parts, inout PluginKit.Verdict) -> Void) {
        guard isText else {
            verdict.skipped = "The format is not text."
            return
        }
        let targets = whole.units.compactMap(\.target).map { Array($0.utf8) }
        let places = targets.compactMap { target -> (place: Int, target: [UInt8])? in
            guard target.count > 3, let place = Self.find(target, in: plain.bytes),
                Self.find(target, in: Array(plain.bytes[(place + 1)...])) == nil
            else { return nil }
            return (place, target)
        }
        guard places.count >= 2, places[0].place < places[1].place else {
            verdict.skipped = "Fewer than two translations appear verbatim in plain.in."
            return
        }
        let (first, second) = (places[0], places[1])
        let bytes = plain.bytes
        body(
            Parts(
                head: Array(bytes[..<first.place]),
                first: first.target,
                between: Array(bytes[(first.place + first.target.count)..<second.place]),
                second: second.target,
                tail: Array(bytes[(second.place + second.target.count)...])
            ),
            &verdict
        )
    }

    private static func find(_ needle: [UInt8], in bytes: [UInt8]) -> Int? {
        guard !needle.isEmpty, needle.count <= bytes.count else { return nil }
        return (0...(bytes.count - needle.count)).first { bytes[$0...].starts(with: needle) }
    }
}
