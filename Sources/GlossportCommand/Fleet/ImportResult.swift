private import Foundation
import Glossport
import GlossportImporting

/// The members of an `import`'s document that matter to a fleet.
struct ImportResult: Decodable {
    private var resumeAt, next: String?
    private var settle: Settle?
    private var errors: [Failure]?
    private var failures: [ItemFailure]?
    private var check: Check?
    private var run: Run?

    private struct Settle: Decodable {
        var waitsFor, resumeAt: String?
    }

    private struct Failure: Decodable {
        var message: String
        var path: String?
        var line: Int?
    }

    private struct ItemFailure: Decodable {
        var title, state, reason: String
    }

    private struct Check: Decodable {
        var findings: [Finding]

        struct Finding: Decodable {
            var severity, text: String
            var path: String?
            var line: Int?
        }
    }

    /// The number of the run: of a failure it is a member of a group.
    private struct Run: Decodable {
        var id: Int64

        private enum CodingKeys: CodingKey { case id }

        init(from decoder: any Decoder) throws {
            if let number = try? decoder.singleValueContainer().decode(Int64.self) {
                id = number
            } else {
                id = try decoder.container(keyedBy: CodingKeys.self).decode(Int64.self, forKey: .id)
            }
        }
    }

    /// The longest sentence that is kept.
    private static let longest = 400

    /// How a turn ended.
    static func turnEnd(_ end: ImportProcess.End) -> TurnEnd {
        let result = try? JSONDecoder().decode(ImportResult.self, from: Data(end.output))
        let status = end.isKilled ? nil : ExitStatus(rawValue: end.code)
        let lastWords = end.complaints.split(whereSeparator: \.isNewline).last.map(String.init)
        var turn = TurnEnd(
            status?.turn ?? (isStop(end) ? .unfinished : end.isKilled ? .killed : .failed),
            code: end.code
        )
        let said = result?.sentence ?? (end.isKilled ? nil : lastWords)
        turn.sentence = said.map { Cut.shortened($0, to: longest, ellipsis: "…") }
        turn.resumeAt = (result?.resumeAt ?? result?.settle?.resumeAt).flatMap(TimeText.moment)
        turn.isPending = result?.settle?.waitsFor != nil
        turn.run = result?.run?.id
        return turn
    }

    /// Whether it was asked to stop before it listened.
    private static func isStop(_ end: ImportProcess.End) -> Bool {
        end.isKilled && [SIGINT, SIGTERM, SIGHUP].contains(end.code - 128)
    }

    /// The first thing that is wrong, or what comes next.
    private var sentence: String? {
        if let finding = check?.findings.first(where: { $0.severity == "error" }) {
            return (finding.path.map { "\($0):\(finding.line ?? 1): " } ?? "") + finding.text
        }
        if let error = errors?.first { return (error.path.map { "\($0):\(error.line ?? 1): " } ?? "") + error.message }
        if let failure = failures?.first { return "\(failure.title) \(failure.state): \(failure.reason)" }
        return next
    }
}

extension ExitStatus {
    /// The meaning of an import's exit code for a fleet.
    var turn: TurnEnd.Kind {
        switch self {
        case .done: .done
        case .notYet: .notYet
        case .deadline, .interrupted: .unfinished
        case .unclassified, .partial, .network: .failed
        case .locked: .held
        case .usage, .findings, .conflict, .credentials, .capacity, .rejected, .workToDo: .refused
        }
    }
}

extension TimeText {
    /// A moment as `rfc3339` writes it.
    static func moment(_ text: String) -> Timestamp? {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = try? Date(text, strategy: style) else { return nil }
        return Int64(exactly: (date.timeIntervalSince1970 * 1_000).rounded()).map(Timestamp.init(milliseconds:))
    }
}
