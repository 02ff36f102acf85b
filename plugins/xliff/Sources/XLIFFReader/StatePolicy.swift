import GlossportReading

/// The meaning of formats' and vendors' words for progress.
enum StatePolicy {
    /// The state of a target in XLIFF 1.x, before vendors' extensions apply.
    struct Claim {
        var state: String?
        var qualifier: String?
        var isApproved: Bool?
    }

    /// The meaning of XLIFF 1.x's attributes for a target that has text.
    ///
    /// - Returns: The state, and whether the value of `state` was understood.
    static func version1(_ claim: Claim) -> (state: TranslationState, isKnown: Bool) {
        var isKnown = true
        var state: TranslationState
        switch claim.state {
        case nil, "": state = claim.isApproved == true ? .reviewed : .translated
        case "final", "signed-off": state = .final
        case "translated": state = claim.isApproved == true ? .final : .translated
        case "new", "needs-translation": state = .untranslated
        case "needs-adaptation", "needs-l10n", "needs-review-adaptation", "needs-review-l10n",
            "needs-review-translation":
            state = .needsReview
        case "initial": (state, isKnown) = (.untranslated, false)
        case "reviewed": (state, isKnown) = (.reviewed, false)
        default: (state, isKnown) = (.translated, false)
        }
        // A machine's unconfirmed suggestion, or a rejected text; tools that correct one set the state and leave the
        // qualifier.
        if state == .translated, isKnown, let qualifier = claim.qualifier,
            qualifier == "fuzzy-match" || qualifier == "mt-suggestion"
                || qualifier.hasPrefix("rejected-") && claim.state != "translated"
        {
            state = .needsReview
        }
        return (state, isKnown)
    }

    /// The meaning of XLIFF 2's `segment@state` for a target that has text.
    static func version2(_ state: String?) -> (state: TranslationState, isKnown: Bool) {
        switch state {
        case nil, "", "translated": (.translated, true)
        case "initial": (.untranslated, true)
        case "reviewed": (.reviewed, true)
        case "final": (.final, true)
        case "signed-off": (.final, false)
        case "new", "needs-translation": (.untranslated, false)
        case let other? where other.hasPrefix("needs-"): (.needsReview, false)
        default: (.translated, false)
        }
    }

    /// The meaning of memoQ's `mq:status`, or `nil` for a word it did not have so far.
    static func memoQ(_ status: String) -> TranslationState? {
        switch status {
        case "NotStarted": .untranslated
        case "PreTranslated", "PartiallyEdited", "MachineTranslated", "AssembledFromFragments", "Rejected",
            "AutoJoined", "AutoSplit":
            .needsReview
        case "ManuallyConfirmed", "Confirmed": .translated
        case "Reviewer1Confirmed": .reviewed
        case "Reviewer2Confirmed", "Proofread": .final
        default: nil
        }
    }

    /// The meaning of Trados' `sdl:seg@conf`; if it is missing, the segment was not touched.
    static func trados(_ confirmation: String?) -> TranslationState? {
        switch confirmation {
        case nil, "": .untranslated
        case "Draft", "RejectedTranslation", "RejectedSignOff": .needsReview
        case "Translated": .translated
        case "ApprovedTranslation", "ApprovedSignOff": .final
        default: nil
        }
    }

    /// The meaning of Phrase's `m:confirmed`, the workflow step at which the segment was confirmed.
    ///
    /// - Parameters:
    ///   - confirmed: The attribute's value.
    ///   - level: The workflow step that the file was exported from, if it says so.
    /// - Returns: The state, or `nil` if it is not a number.
    static func phrase(_ confirmed: String, level: Int?) -> TranslationState? {
        guard let step = Int(confirmed), step >= 0 else { return nil }
        return switch step {
        case 0: .needsReview
        case 1: .translated
        default: step >= level ?? step + 1 ? .final : .reviewed
        }
    }

    /// The meaning of WorldServer's `iws:status@translation_status`.
    static func worldServer(_ status: String) -> TranslationState? {
        switch status {
        case "finished": .translated
        case "pending", "auto": .needsReview
        default: nil
        }
    }
}
