import Glossport
import GlossportChecking
import GlossportReading

/// The totals of a plan, and the introductory sentences about them.
struct PlanSummary: Encodable {
    /// Changed texts, pictures and header positions, counted by field and locale.
    var texts, pictures, headerPositions: Int
    var newMessages, newLocales: [String]
    /// New texts of known messages in known locales.
    var newTranslations: Int
    var withdrawnMessages, withdrawnLocales, withdrawnProducts: [String]
    var defaults: Defaults
    @Unencoded private var localesOfNew: Int
    @Unencoded private var unfollowed: [ContentChanges.UnfollowedSource]

    struct Defaults: Encodable {
        /// Defaults that change, are set in an empty slot, or are removed.
        var changed, set, removed: Int
        /// Changed or set defaults that return to a text that a newer one had replaced.
        var setBack: Int
        /// Defaults that do not change because they are held.
        var held: Int
    }

    init(_ plan: ImportPlan) {
        let (contents, changes) = (plan.contents, plan.changes)
        (texts, pictures) = (contents.changedTexts, contents.changedPictures)
        headerPositions = contents.changedPositions
        newMessages = contents.newMessages.map(\.message)
        newLocales = contents.newLocales.map(\.locale)
        newTranslations = contents.newTranslations.reduce(0) { $0 + $1.entries.count }
        let withdrawn = plan.withdrawn
        func names(_ subject: Withdrawals.Subject) -> [String] {
            withdrawn.filter { $0.subject == subject }.map(\.name)
        }
        (withdrawnMessages, withdrawnLocales) = (names(.message), names(.locale))
        withdrawnProducts = names(.product)
        let replaced = changes.rows.count { $0.present != nil }
        defaults = Defaults(
            changed: replaced,
            set: changes.rows.count - replaced,
            removed: plan.withdrawals.shown.count,
            setBack: changes.rows.count { $0.setBack?.reason == .replaced },
            held: changes.held.count + plan.withdrawals.held.count
        )
        localesOfNew = Set(contents.newMessages.flatMap(\.locales)).count
        unfollowed = contents.unfollowed
    }

    /// For example `3 texts change, 38 pictures, 1 language is new, 1 message is withdrawn; 40 defaults will change.`.
    var sentence: String? {
        let others = [(texts, "text"), (pictures, "picture"), (headerPositions, "header position")]
        var parts = others.filter { $0.0 > 0 }.enumerated().map { index, part in
            // The first part's verb applies to all.
            Plural.of(part.0, part.1) + (index > 0 ? "" : part.0 == 1 ? " changes" : " change")
        }
        func add(_ count: Int, _ noun: String, _ state: String) {
            if count > 0 { parts.append(Plural.of(count, noun) + (count == 1 ? " is " : " are ") + state) }
        }
        let languages = localesOfNew > 1 ? " in \(Plural.of(localesOfNew, "language"))" : ""
        add(newMessages.count, "message", "new" + languages)
        add(newLocales.count, "language", "new")
        add(newTranslations, "translation", "new")
        add(withdrawnMessages.count, "message", "withdrawn")
        add(withdrawnLocales.count, "language", "withdrawn")
        add(withdrawnProducts.count, "product", "withdrawn")
        let future = [(defaults.changed, "change"), (defaults.set, "be set"), (defaults.removed, "be removed")]
            .filter { $0.0 > 0 }.enumerated().map { index, part in
                index == 0
                    ? "\(Plural.of(part.0, "default")) will \(part.1)" : "\(Plural.grouped(part.0)) will \(part.1)"
            }
        guard !parts.isEmpty || !future.isEmpty else { return nil }
        let what = parts.isEmpty ? "No text changes" : parts.joined(separator: ", ")
        return "\(what); \(future.isEmpty ? "no default will change" : future.joined(separator: ", ")).\(older)"
    }

    /// For example ` They go back to older texts.`, after the sentence about the defaults.
    private var older: String {
        let count = defaults.setBack
        guard count > 0 else { return "" }
        let isAll = count == defaults.changed + defaults.set + defaults.removed
        if count == 1 { return isAll ? " It goes back to an older text." : " 1 of them goes back to an older text." }
        return " \(isAll ? "They" : "\(Plural.grouped(count)) of them") go back to older texts."
    }

    /// The maximum number of source texts that are listed individually.
    private static let named = 5

    /// For example `The English of keep-annual.body changes; the texts of 37 locales do not.`.
    var sourceSentences: [String] {
        unfollowed.prefix(Self.named).map { text in
            let count = text.locales.count
            let whose = count > 3 ? "\(count) locales" : text.locales.joined(separator: " and ")
            let verb = count == 1 ? "the text of \(text.locales[0]) does not" : "the texts of \(whose) do not"
            return "The \(text.source.languageName) of \(text.message).\(text.field) changes; \(verb)."
        }
            + (unfollowed.count > Self.named
                ? ["The same is true of \(Plural.of(unfollowed.count - Self.named, "more text"))."] : [])
    }
}
