package import GlossportProject

/// A default that would return to an older text, for example because an import runs in an old checkout.
///
/// The decision depends only on the journal's events: the order in which texts were desired, and whether customers may
/// have seen them. Every checkout and machine that shares the journal therefore gets the same answer, and a journal
/// without such events blocks nothing.
package struct SetBack: Sendable, Hashable, Encodable {
    /// The default to set; for ``Reason/added``, the default that would be withdrawn.
    package let desired: DesiredDefault
    package let reason: Reason
    /// The run and the time of the newer desired text; for ``Reason/added``, of the addition.
    package let run: RunID
    package let at: Timestamp

    /// The reason why a change counts as a set-back.
    package enum Reason: String, Sendable, Hashable, CaseIterable, Encodable {
        /// A newer text has replaced this one, and customers may have seen the newer one.
        case replaced
        /// A newer text is still desired, and customers have not seen it yet, for example during review.
        case unseen
        /// The text was withdrawn, and would be shown again.
        case withdrawn
        /// The text to withdraw was added, and there is no evidence that this checkout is newer than the addition.
        case added
    }

    /// Compares a default with the texts that were desired earlier for its slot.
    ///
    /// Returns `nil` if nothing newer was desired, if only a user has replaced the text, or if customers already see it
    /// and no newer text is waiting.
    ///
    /// Texts are compared by content, not by id or message name: a text that was deleted and uploaded again under
    /// another id is the same text. A new text of the same message is not a set-back.
    ///
    /// - Parameters:
    ///   - desired: The default to set.
    ///   - record: The slot, as the journal knows it. A held slot is never set back.
    ///   - present: The current default.
    ///   - items: The items of the journal and of the deliveries, for their texts.
    ///   - isStuck: Whether the newest text can't be shown, for example because Apple rejected it. An older text may
    ///     then be desired again.
    package init?(
        _ desired: DesiredDefault,
        in record: DefaultRecord,
        showing present: ServiceID?,
        _ items: [ServiceID: Item],
        isStuck: Bool = false
    ) {
        guard !record.isHeld, record.desiredTexts.last?.item != desired.item else { return nil }
        let isSame = { Self.isSame($0, desired.item, items) }
        let own = record.desiredTexts.filter { isSame($0.item) }
        guard let first = own.map(\.first).min(), let last = own.last,
            let place = record.desiredTexts.firstIndex(of: last)
        else { return nil }
        let newest = record.desiredTexts.first { $0.item != nil && $0.item == record.desired }
        if let newest, newest.shown == nil, !newest.isByHand, !isStuck, !isSame(newest.item), first < newest.first {
            self.init(desired, .unseen, newest.last)
            return
        }
        guard !isSame(present) else { return nil }
        // If customers have never seen the text, the order in which the texts were first desired decides.
        let wasShown = own.contains(where: \.wasShown)
        let newer = record.desiredTexts[(place + 1)...].first {
            $0.shown != nil && !$0.isByHand && (wasShown || first < $0.first)
        }
        guard let newer else { return nil }
        self.init(desired, newer.item == nil ? .withdrawn : .replaced, newer.last)
    }

    init(_ desired: DesiredDefault, _ reason: Reason, _ moment: DefaultRecord.DesiredText.Moment) {
        (self.desired, self.reason, run, at) = (desired, reason, moment.run, moment.at)
    }

    /// The withdrawals of defaults that the project may never have named, because its checkout may be older than these
    /// defaults.
    ///
    /// An old checkout lacks recent additions. A newer checkout may have removed the last addition on purpose. The
    /// journal can't distinguish these cases, so both need a confirmation. A project that wants a text as new as the
    /// addition is not older.
    ///
    /// - Parameters:
    ///   - withdrawals: The defaults that the project no longer wants. Held defaults and decided withdrawals are
    ///     ignored.
    ///   - wanted: All defaults that the project wants.
    ///   - records: The slots, as the journal knows them.
    ///   - items: The items of the journal and of the deliveries, for their texts.
    /// - Returns: A set-back for each withdrawn default, unless the project wants a text that is as new as the addition
    ///   or the journal contains no older text.
    package static func additions(
        _ withdrawals: Withdrawals,
        besides wanted: [DesiredDefault],
        in records: [DefaultSlot: DefaultRecord],
        _ items: [ServiceID: Item]
    ) -> [SetBack] {
        struct Name: Hashable {
            var subject: Withdrawals.Subject
            var name: String
        }
        var added: [Name: [SetBack]] = [:]
        for withdrawn in withdrawals.slots where !withdrawn.isHeld {
            guard let record = records[withdrawn.slot], let item = record.desired, let moment = record.wantedSince
            else { continue }
            let desired = DesiredDefault(record.slot, message: withdrawn.message, item: item)
            let name = Name(subject: withdrawn.subject, name: withdrawn.name)
            added[name, default: []].append(SetBack(desired, .added, moment))
        }
        guard !added.isEmpty else { return [] }
        func key(_ id: ServiceID) -> [UInt8]? { items[id]?.texts.map { digest($0, items) } }
        // The run that first desired each text, in any slot.
        var runs: [[UInt8]: RunID] = [:]
        for text in records.values.flatMap(\.desiredTexts) {
            guard let key = text.item.flatMap(key) else { continue }
            runs[key] = min(runs[key] ?? text.first.run, text.first.run)
        }
        let newest = wanted.compactMap { desired in key(desired.item).flatMap { runs[$0] } }.max()
        return added.values.filter { setBacks in
            // Locales of a message may be added later, but an older project lacks them all, so the first addition
            // counts.
            guard let firstRun = setBacks.map(\.run).min() else { return false }
            return newest.map { $0 < firstRun } ?? true && runs.values.contains { $0 < firstRun }
        }
        .joined().sorted { $0.desired.slot < $1.desired.slot }
    }

    /// Whether customers see no difference between two texts.
    private static func isSame(_ one: ServiceID?, _ other: ServiceID, _ items: [ServiceID: Item]) -> Bool {
        guard let one, one != other else { return one == other }
        guard let texts = items[one]?.texts, let others = items[other]?.texts else { return false }
        return digest(texts, items) == digest(others, items)
    }

    /// A digest of everything that customers read and see, without ids and names.
    private static func digest(_ texts: MessageContent, _ items: [ServiceID: Item]) -> [UInt8] {
        let images = texts.imageIDs.map { ($0, items[$0]?.image?.sha256 ?? $0.description) }
        return LocaleTexts(app: "", locale: "", messages: ["": texts], images: Dictionary(images) { first, _ in first })
            .digest
    }
}
