import GlossportReading

/// Maps the states of XLIFF versions and vendors to ``TranslationState``.
enum StatePolicy {
    /// The state attributes of a target in XLIFF 1.x or a segment in XLIFF 2, before vendor extensions apply.
    struct Claim {
        var state: String?
        var qualifier: String?
        var isApproved: Bool?
    }

    /// Maps XLIFF 1.x's attributes for a target with text; also returns whether the value of `state` is known.
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
        // An unconfirmed machine suggestion, or a rejected text. If the text was corrected later, tools set the state but
        // keep the qualifier.
        if state == .translated, isKnown, let qualifier = claim.qualifier,
            qualifier == "fuzzy-match" || qualifier == "mt-suggestion"
                || qualifier.hasPrefix("rejected-") && claim.state != "translated"
        {
            state = .needsReview
        }
        return (state, isKnown)
    }

    /// Maps XLIFF 2's `segment@state` for a target with text.
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

    /// Maps memoQ's `mq:status`; returns `nil` for an unknown value.
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

    /// Maps Trados' `sdl:seg@conf`; a missing attribute means that the segment was not edited.
    static func trados(_ confirmation: String?) -> TranslationState? {
        switch confirmation {
        case nil, "": .untranslated
        case "Draft", "RejectedTranslation", "RejectedSignOff": .needsReview
        case "Translated": .translated
        case "ApprovedTranslation", "ApprovedSignOff": .final
        default: nil
        }
    }

    /// Maps Phrase's `m:confirmed`, the workflow step that confirmed the segment; `nil` if it is not a number.
    ///
    /// The level is the workflow step of the export.
    static func phrase(_ confirmed: String, level: Int?) -> TranslationState? {
        guard let step = Int(confirmed), step >= 0 else { return nil }
        return switch step {
        case 0: .needsReview
        case 1: .translated
        default: step >= level ?? step + 1 ? .final : .reviewed
        }
    }

    /// Maps WorldServer's `iws:status@translation_status`.
    static func worldServer(_ status: String) -> TranslationState? {
        switch status {
        case "finished": .translated
        case "pending", "auto": .needsReview
        default: nil
        }
    }
}
