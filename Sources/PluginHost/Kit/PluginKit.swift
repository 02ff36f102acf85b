private import Foundation
import GlossportReading

/// Tests whether a plugin conforms to the protocol, using its fixtures and variations of the fixture `plain`.
package struct PluginKit: Sendable {
    package struct Verdict: Sendable {
        /// A sentence for each violation.
        package var violations: [String] = []
        /// The reason why the check was skipped, as a sentence.
        package var skipped: String?
    }

    private let trial: PluginTrial
    private let fixtures: [PluginFixture]
    private let plain: PluginFixture?
    /// The output for the plain fixture, which most checks use for comparison.
    private let whole: PluginTrial.Outcome
    /// The approximate number of truncations of a long file; the exact number is less than twice this.
    private static let cuts = 96

    /// Describes the plugin, and reads its fixtures in `fixtures/`.
    ///
    /// - Throws: ``GlossportError`` if the program does not exist, its description is invalid, or a fixture can't be
    ///   read.
    package init(_ path: String) throws {
        guard let id = PluginFile.id(inPath: path) else {
            throw GlossportError(
                .plugin,
                "\(path) does not have the name of a plugin.",
                remedy: "Call it \(PluginFile.prefix)ID, where ID consists of lower-case letters, digits and hyphens."
            )
        }
        // Not checked, because the author may work in a folder that every user can write to.
        let file = try PluginFile(id: id, program: path, isChecked: false)
        let description = try PluginHost.description(of: file)
        trial = PluginTrial(file: file, description: description)
        let folder = URL(filePath: file.path).deletingLastPathComponent().appending(path: "fixtures").path
        fixtures = try PluginFixture.all(in: folder, fileExtension: description.extensions.first ?? "")
        plain = fixtures.first { $0.name == "plain" }
        whole = plain.map { [trial] in trial.run($0.request, $0.bytes) } ?? PluginTrial.Outcome()
    }

    /// Records the output for each fixture without an expected output.
    ///
    /// - Returns: The written files, for review.
    /// - Throws: File system errors; ``GlossportError`` if the plugin fails on a fixture.
    package func record() throws -> [String] {
        try fixtures.filter { $0.expected == nil }.map { fixture in
            let outcome = trial.run(fixture.request, fixture.bytes)
            if let failure = outcome.failure {
                throw GlossportError(
                    .plugin,
                    "On the fixture \(fixture.name): \(failure)",
                    remedy: "Fix the plugin first."
                )
            }
            try Data(outcome.output).write(to: URL(fileURLWithPath: fixture.expectedPath), options: .withoutOverwriting)
            return fixture.expectedPath
        }
    }

    package func verdict(on check: PluginCheck) -> Verdict {
        guard let plain else {
            return check == .golden
                ? Verdict(violations: ["There is no file fixtures/plain.in."])
                : Verdict(skipped: check == .describe ? nil : "There is no fixture “plain”.")
        }
        let changesText = [.byteOrderMark, .carriageReturns, .badBytes].contains(check)
        if changesText, plain.bytes.contains(0) || String(validating: plain.bytes, as: UTF8.self) == nil {
            return Verdict(skipped: "The format is not text.")
        }
        return Verdict(violations: violations(of: check, plain))
    }

    private func violations(of check: PluginCheck, _ plain: PluginFixture) -> [String] {
        switch check {
        case .describe: []
        case .golden: fixtures.flatMap { fixture in golden(fixture).map { "\(fixture.name): \($0)" } }
        case .emptyFile: emptyFile(trial.run(plain.request, []))
        case .byteOrderMark: same(trial.run(plain.request, [0xEF, 0xBB, 0xBF] + plain.bytes), \.texts)
        case .carriageReturns: carriageReturns(plain)
        case .truncated: truncated(plain)
        case .badBytes: badBytes(plain)
        case .pieces: same(trial.run(plain.request, plain.bytes, .init(pause: Self.pause(in: plain.bytes))), \.lines)
        case .inputEnds: inputEnds(trial.run(plain.request, plain.bytes, .init(cut: plain.bytes.count / 2)))
        case .locale: locale(plain)
        case .unknownMember: same(trial.run(plain.request, plain.bytes, .init(addsMember: true)), \.lines)
        }
    }

    // MARK: Fixtures

    private func golden(_ fixture: PluginFixture) -> [String] {
        let outcome = trial.run(fixture.request, fixture.bytes)
        if let failure = outcome.failure { return [failure] }
        guard let expected = fixture.expected else {
            return ["There is no expected output yet: run with --record, then review it."]
        }
        let lines = expected.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        let count = max(lines.count, outcome.lines.count)
        guard let line = (0..<count).first(where: { !isSame($0, lines, outcome.lines) }) else { return [] }
        let (new, old) = (Self.excerpt(line, of: outcome.lines), Self.excerpt(line, of: lines))
        return [
            "Line \(line + 1) is \(new); \(fixture.name).jsonl has \(old). If the new output is right, remove that file and run with --record."
        ]
    }

    /// Whether two lines contain the same message.
    private func isSame(_ index: Int, _ left: [String], _ right: [String]) -> Bool {
        guard left.indices.contains(index), right.indices.contains(index) else { return false }
        // Compares bytes, because equal strings may differ in their bytes: “é” can be one Unicode scalar or two.
        let message = normalized(left[index])
        return message != nil && message == normalized(right[index])
    }

    /// A message in a comparable form, with sorted members and the default values of optional ones; `nil` if the line
    /// is not a message.
    private func normalized(_ line: String) -> Data? {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: [String: Any]],
            let (name, message) = object.first
        else { return nil }
        var members = message.filter { !($0.value is NSNull) }
        if members["line"] != nil, name != "row", members["column"] == nil { members["column"] = 1 }
        if let rule = members["rule"] as? String, members["severity"] == nil {
            members["severity"] = trial.description.rules.first { $0.id.rawValue == rule }?.severity.rawValue
        }
        return try? JSONSerialization.data(withJSONObject: [name: members], options: .sortedKeys)
    }

    private static func excerpt(_ index: Int, of lines: [String]) -> String {
        lines.indices.contains(index) ? String(lines[index].prefix(160)) : "missing"
    }

    // MARK: Variations of the plain fixture

    private func emptyFile(_ outcome: PluginTrial.Outcome) -> [String] {
        if let failure = outcome.failure { return [failure] }
        return (outcome.units.isEmpty ? [] : ["A unit was reported."])
            + (outcome.findings.isEmpty ? ["No finding was reported."] : [])
    }

    private func carriageReturns(_ plain: PluginFixture) -> [String] {
        let outcome = trial.run(plain.request, plain.bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
        let violations = same(outcome, \.texts)
        return violations.isEmpty && outcome.units.map(\.location) != whole.units.map(\.location)
            ? ["A location differs."] : violations
    }

    private func truncated(_ plain: PluginFixture) -> [String] {
        let count = plain.bytes.count
        for length in stride(from: 1, to: count, by: max(1, count / Self.cuts)) {
            let outcome = trial.run(plain.request, Array(plain.bytes.prefix(length)))
            if let failure = outcome.failure { return ["Truncated at byte \(length): \(failure)"] }
            let texts = outcome.texts
            // If truncation is not detectable, the last unit may be incomplete.
            let compared = plain.truncationShows ? texts.count : max(0, texts.count - 1)
            if !whole.texts.starts(with: texts.prefix(compared)) {
                return ["Truncated at byte \(length), a unit arrives that is not in the file."]
            }
            let lost = whole.units.dropFirst(texts.count)
            if plain.truncationShows, outcome.findings.isEmpty, !lost.allSatisfy({ isIn(plain.bytes[length...], $0) }) {
                return ["Truncated at byte \(length), a unit is lost without a finding."]
            }
        }
        return []
    }

    /// Whether a unit's text is in the part of a file that was cut off; the shorter file may then be complete without
    /// the unit.
    private func isIn(_ rest: ArraySlice<UInt8>, _ unit: TranslationUnit) -> Bool {
        guard let target = unit.target else { return true }
        return Array(rest).firstRange(of: Array(target.utf8)) != nil
    }

    private func badBytes(_ plain: PluginFixture) -> [String] {
        guard let target = whole.units.lazy.compactMap(\.target).first(where: { $0.utf8.count > 3 }),
            let place = plain.bytes.firstRange(of: Array(target.utf8))
        else { return ["No text of at least four bytes appears verbatim in plain.in."] }
        var bytes = plain.bytes
        bytes.insert(contentsOf: [0xC3, 0x28], at: place.lowerBound + 1)
        let outcome = trial.run(plain.request, bytes)
        if let failure = outcome.failure { return [failure] }
        let hasReplacement = outcome.units.contains { $0.target?.contains("\u{FFFD}") == true }
        return (outcome.findings.contains { $0.severity == .error } ? [] : ["No error was reported."])
            + (hasReplacement ? ["A text contains a replacement character."] : [])
    }

    /// The position of a pause, inside a multibyte character if there is one.
    private static func pause(in bytes: [UInt8]) -> Int {
        bytes.firstIndex { (0x80...0xBF).contains($0) } ?? bytes.count / 2
    }

    private func inputEnds(_ outcome: PluginTrial.Outcome) -> [String] {
        outcome.failure == nil ? ["Half of the bytes were missing, but it reports that it has read them all."] : []
    }

    private func locale(_ plain: PluginFixture) -> [String] {
        guard plain.request.options.locale == nil else { return [] }
        let own = Set(whole.units.compactMap(\.locale))
        var request = plain.request
        request.options.locale = "tlh"
        let outcome = trial.run(request, plain.bytes)
        if let failure = outcome.failure { return [failure] }
        // The plugin may refuse a file in several languages, because not all of them can be the requested one.
        guard !outcome.findings.contains(where: { $0.severity == .error }) else { return [] }
        let declared = Set(outcome.summary.declared.map(\.locale))
        return (outcome.units.contains { $0.locale != "tlh" } ? ["A unit has a different locale."] : [])
            + own.subtracting(declared).sorted().map { "The file is in \($0), but does not declare it." }
    }

    /// Compares with the output for the plain fixture.
    private func same<Value: Equatable>(
        _ outcome: PluginTrial.Outcome,
        _ part: (PluginTrial.Outcome) -> [Value]
    ) -> [String] {
        if let failure = outcome.failure { return [failure] }
        return part(outcome) == part(whole) ? [] : ["The output differs."]
    }
}
