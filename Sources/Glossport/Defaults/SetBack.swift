package import GlossportProject

/// A default that would become older than it is, as an import of an old checkout wants it.
///
/// Decided from the journal's events alone: the order in which texts were wanted, and which of them customers may have seen. So every
/// checkout, engine and machine that shares the journal gets the same answer, and a journal that has seen nothing stops nothing.
package struct SetBack: Sendable, Hashable, Encodable {
    /// The default to set; of an addition, the one that would be withdrawn.
    package let desired: DesiredDefault
    package let reason: Reason
    /// The run of the newer wish, and when.
    package let run: RunID
    package let at: Timestamp

    /// The newer wish of a slot.
    package enum Reason: String, Sendable, Hashable, CaseIterable, Encodable {
        /// A newer text that customers may have seen since.
        case replaced
        /// A newer text that is still wanted, and that customers have not seen yet, as in review.
        case unseen
        /// A withdrawal: the text would be shown again.
        case withdrawn
        /// The text itself: it was added, and nothing shows that this checkout is newer.
        case added
    }

    /// Compares a default that is to be set with what was wanted there before; `nil` where nothing newer was wanted, only a person has replaced
    /// the text, or customers see it anyway and wait for no newer one.
    ///
    /// A text that was deleted and uploaded again is the same text under another id. The names of messages mean nothing: a new text of the
    /// same message sets nothing back.
    ///
    /// - Parameters:
    ///   - desired: The default to set.
    ///   - record: The slot, as the journal knows it; a held one stays as it is.
    ///   - present: The present default.
    ///   - items: The journal's items and those of the deliveries, for their texts.
    ///   - isStuck: Whether the newest text can't be shown, such as a rejected one: then an older text may be wanted again.
    package init?(
        _ desired: DesiredDefault,
        in record: DefaultRecord,
        showing present: ServiceID?,
        _ items: [ServiceID: Item],
        isStuck: Bool = false
    ) {
        guard !record.isHeld, record.wishes.last?.item != desired.item else { return nil }
        let isSame = { Self.isSame($0, desired.item, items) }
        let own = record.wishes.filter { isSame($0.item) }
        guard let first = own.map(\.first).min(), let last = own.last, let place = record.wishes.firstIndex(of: last)
        else { return nil }
        let newest = record.wishes.first { $0.item != nil && $0.item == record.desired }
        if let newest, newest.shown == nil, !newest.isByHand, !isStuck, !isSame(newest.item), first < newest.first {
            self.init(desired, .unseen, newest.last)
            return
        }
        guard !isSame(present) else { return nil }
        // Of a text that customers have never seen, the order in which it was wanted first decides.
        let wasShown = own.contains(where: \.wasShown)
        let newer = record.wishes[(place + 1)...].first {
            $0.shown != nil && !$0.isByHand && (wasShown || first < $0.first)
        }
        guard let newer else { return nil }
        self.init(desired, newer.item == nil ? .withdrawn : .replaced, newer.last)
    }

    init(_ desired: DesiredDefault, _ reason: Reason, _ moment: DefaultRecord.Wish.Moment) {
        (self.desired, self.reason, run, at) = (desired, reason, moment.run, moment.at)
    }

    /// The withdrawals of what the project may have never named, because it is older.
    ///
    /// An old checkout lacks what was added since, and so does the withdrawal of what was added last: the journal can't tell them apart, so both
    /// are asked about. A project that wants a text as new as the addition is not older.
    ///
    /// - Parameters:
    ///   - withdrawals: The defaults that the project no longer wants; decided ones and held ones don't count.
    ///   - wanted: All defaults that it wants.
    ///   - records: The slots, as the journal knows them.
    ///   - items: The journal's items and those of the deliveries, for their texts.
    /// - Returns: A set-back for each withdrawn default; none of a name that the project may have known.
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
        // The run that wanted each text first, in whatever slot.
        var runs: [[UInt8]: RunID] = [:]
        for wish in records.values.flatMap(\.wishes) {
            guard let key = wish.item.flatMap(key) else { continue }
            runs[key] = min(runs[key] ?? wish.first.run, wish.first.run)
        }
        let newest = wanted.compactMap { desired in key(desired.item).flatMap { runs[$0] } }.max()
        return added.values.filter { setBacks in
            // Single locales of a message may come later: all that an older project lacks was added with the first of them.
            guard let run = setBacks.map(\.run).min() else { return false }
            return newest.map { $0 < run } ?? true && runs.values.contains { $0 < run }
        }
        .joined().sorted { $0.desired.slot < $1.desired.slot }
    }

    /// Whether customers read and see the same.
    private static func isSame(_ one: ServiceID?, _ other: ServiceID, _ items: [ServiceID: Item]) -> Bool {
        guard let one, one != other else { return one == other }
        guard let texts = items[one]?.texts, let others = items[other]?.texts else { return false }
        return digest(texts, items) == digest(others, items)
    }

    /// The digest of all that customers read and see: neither ids nor names are part of it.
    private static func digest(_ texts: MessageContent, _ items: [ServiceID: Item]) -> [UInt8] {
        let images = texts.imageIDs.map { ($0, items[$0]?.image?.sha256 ?? $0.description) }
        return LocaleTexts(app: "", locale: "", messages: ["": texts], images: Dictionary(images) { first, _ in first })
            .digest
    }
}
