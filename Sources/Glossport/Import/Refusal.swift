package import GlossportProject
import GlossportReading

/// An error that ends a run before anything is sent, because a requirement is not met.
public struct Refusal: Error, RunResult, CustomStringConvertible {
    package let cause: Cause
    /// The differences from the requirement, one line each.
    public let differences: [String]

    package enum Cause: Sendable {
        /// Texts whose current version is not approved.
        case unapproved([ApprovalStatus], at: Destination)
        /// Items that have not passed in the source environment of a promotion.
        case notPassed(ServiceEnvironment)
        /// Defaults of production that would return to older texts.
        case setBack([SetBack])
        case otherEnvironment(ServiceEnvironment)
        case drift
        /// The service has no room for all items.
        ///
        /// The remedy depends on `promotes`, because a promotion can't use a saved plan.
        case noRoom(Plan, promotes: Bool)
    }

    package init(_ cause: Cause, _ differences: [String] = []) {
        self.cause = cause
        self.differences = differences
    }

    /// The exit status for the cause.
    public var status: ExitStatus {
        switch cause {
        case .noRoom: .capacity
        case .setBack: .conflict
        case .unapproved, .notPassed, .otherEnvironment, .drift: .findings
        }
    }

    /// The reason, as one sentence.
    public var description: String {
        switch cause {
        case .unapproved(let statuses, _):
            """
            \(Plural.of(statuses.count, "locale is", "locales are")) not approved as \(statuses.count == 1 ? "it is" : "they are"); \
            nothing was sent.
            """
        case .notPassed(let environment):
            "The deliveries are not yet approved in \(environment.rawValue); nothing was sent."
        case .setBack(let setBacks): "\(SetBack.sentence(of: setBacks)); nothing was sent."
        case .otherEnvironment(let environment): "The saved plan is for \(environment.rawValue); nothing was sent."
        case .drift: "The saved plan is out of date; nothing was sent."
        case .noRoom(let plan, _):
            """
            There is no room for \(Plural.of(plan.count(.overCapacity), plan.kind.rawValue)): the app holds \
            \(Plural.grouped(plan.held)) of \(Plural.grouped(plan.capacity)) \(plan.kind.rawValue)s, and \
            \(Plural.grouped(plan.count(.upload) + plan.count(.overCapacity))) are to be uploaded. Nothing was sent.
            """
        }
    }
}

extension SetBack {
    /// The effect of set-backs, as a sentence without its final period.
    package static func sentence(of setBacks: [SetBack]) -> String {
        Reason.allCases.compactMap { reason in
            let count = setBacks.count { $0.reason == reason }
            guard count > 0 else { return nil }
            let (isOne, defaults) = (count == 1, Plural.of(count, "default"))
            return switch reason {
            case .replaced: "\(defaults) would go back to \(isOne ? "a text" : "texts") that newer ones have replaced"
            case .unseen:
                "\(Plural.of(count, "newer text")) would be dropped before customers have seen \(isOne ? "it" : "them")"
            case .withdrawn: "\(defaults) would show \(isOne ? "a withdrawn text" : "withdrawn texts") again"
            case .added:
                "\(defaults) would be withdrawn that \(isOne ? "was" : "were") perhaps added after this checkout"
            }
        }
        .joined(separator: "; ")
    }
}
