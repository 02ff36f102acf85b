package import GlossportProject
import GlossportReading

/// The service's answers to the questions of a probe; encoded, it is `probe.json`.
public struct ProbeReport: RunResult, Encodable {
    package private(set) var schema = "glossport.probe/1"
    package let environment: ServiceEnvironment
    package let version: String
    package let asked: Timestamp
    /// The number of sent requests, including deletions.
    package let requests: Int
    package let answers: [ProbeAnswer]
    /// The number of uploads that are still at the service or may still arrive; the next probe deletes them.
    package let left: Int

    /// The lines for the project file; if the fields' units differ, the strictest one counts.
    package var settings: [String] {
        let settings = answers.compactMap(\.found.setting)
        let unit = LengthUnit.allCases.last { settings.contains(.unit($0)) }
        var limits = unit.map { ["unit: \($0.rawValue)"] } ?? []
        var others: [String] = []
        for setting in settings {
            switch setting {
            case .unit: continue
            case .imageHeight(let height): limits.append("imageHeight: \(height)")
            case .line(let line): others.append(line)
            }
        }
        return (limits.isEmpty ? [] : ["limits: { \(limits.joined(separator: ", ")) }"]) + others
    }

    /// The exit status of the run; an unexpected answer is not a failure.
    public var status: ExitStatus {
        left == 0 && answers.allSatisfy { $0.verdict != .unanswered } ? .done : .partial
    }
}

package struct ProbeAnswer: Sendable, Hashable, Encodable {
    package let question: ProbeQuestion
    package let found: Found
    /// The requests that led to the answer.
    package let evidence: [Evidence]

    package var verdict: Verdict { found.verdict }

    /// A fact about the service that the project file can record.
    package enum Setting: Sendable, Hashable {
        case unit(LengthUnit)
        case imageHeight(Int)
        case line(String)

        package var line: String {
            switch self {
            case .unit(let unit): "limits: { unit: \(unit.rawValue) }"
            case .imageHeight(let height): "limits: { imageHeight: \(height) }"
            case .line(let line): line
            }
        }
    }

    package enum Verdict: String, Sendable, Encodable {
        case expected, different, unanswered
    }

    package struct Found: Sendable, Hashable {
        package var text: String
        package var verdict: Verdict
        /// The consequence for Glossport, as a sentence.
        package var effect: String
        /// The setting that adapts the project file to the finding.
        package var setting: Setting?

        package init(_ verdict: Verdict, _ text: String, _ effect: String, setting: Setting? = nil) {
            self.verdict = verdict
            self.text = text
            self.effect = effect
            self.setting = setting
        }
    }

    package struct Evidence: Sendable, Hashable, Encodable {
        package var endpoint: Endpoint
        package var subject: String
        package var outcome: String
        package var status: Int?
        package var appleCode: Int?
        package var detail: String?

        package init(_ endpoint: Endpoint, _ subject: String, _ answer: Answer) {
            self.endpoint = endpoint
            self.subject = subject
            (outcome, status, appleCode) = (answer.outcome.rawValue, answer.status, answer.appleCode)
            detail = answer.detail
        }
    }

    package init(_ question: ProbeQuestion, _ found: Found, _ evidence: [Evidence] = []) {
        self.question = question
        self.found = found
        self.evidence = evidence
    }

    package func encode(to encoder: any Encoder) throws {
        try encoder.encode(members: [
            "question": question,
            "asks": question.text,
            "expected": question.expected,
            "verdict": verdict,
            "found": found.text,
            "effect": found.effect,
            "setting": found.setting?.line,
            "evidence": evidence,
        ])
    }
}
