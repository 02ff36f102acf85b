import Glossport
import GlossportProject

/// Checks of exit codes and reports, of unreadable and held slots, and of withdrawals.
extension LifeReferee {
    // MARK: Desired defaults

    /// Records the desired defaults of an import that has read its deliveries.
    mutating func intends(_ defaults: [DesiredDefault], _ facts: inout ProcessFacts) {
        let slots = defaults.map { (Place(environment: facts.environment, slot: $0.slot), $0.item) }
        facts.intended = Dictionary(slots) { $1 }
        let uploaded = journals[facts.journal]?.uploaded[facts.environment] ?? []
        var journal = journals[facts.journal] ?? JournalFacts()
        defer { journals[facts.journal] = journal }
        journal.desired.propose(facts.intended, at: facts.environment, isWhole: facts.isWhole) { uploaded.contains($0) }
        // If the import is killed, it may or may not have withdrawn the slots that its project lacks.
        if facts.isWhole {
            journal.desired.proposeWithdrawals(at: facts.environment, agreed: !facts.keepsWithdrawn, facts.withdraws)
        }
        for (place, id) in facts.intended {
            // A rollback that an import confirms is newer than the text that it replaced.
            if journal.byHand[place] == .some(.some(id)) { journal.setBack.insert(place) }
            // A text that this journal has never desired is new to it; L3 covers defaults set from elsewhere.
            let isNew = journal.order[place]?.contains(id) != true
            guard facts.setsBack || facts.environment == .sandbox || isNew else { continue }
            journal.permittedBacks[place, default: []].insert(id)
            let newest = (journal.touched[place] ?? []).compactMap { versions[$0] }.max()
            if let version = versions[id], let newest, version < newest { journal.setBack.insert(place) }
        }
    }

    /// Records that an import has started to send, or has ended after its plan.
    ///
    /// A whole delivery drops the messages that it lacks; an empty one keeps those that were uploaded.
    mutating func adopts(_ facts: ProcessFacts) {
        let uploaded = journals[facts.journal]?.uploaded[facts.environment] ?? []
        if facts.isWhole {
            journals[facts.journal]?.desired.withdraw(
                at: facts.environment,
                agreed: !facts.keepsWithdrawn,
                facts.withdraws
            )
        }
        journals[facts.journal]?.desired.adopt(facts.intended, at: facts.environment, isWhole: facts.isWhole) {
            uploaded.contains($0)
        }
        for (place, id) in facts.intended {
            journals[facts.journal]?.permittedBacks[place]?.formIntersection([id])
        }
    }

    /// L19: checks an import that was refused because it would set texts back, and restores the journal's facts.
    mutating func refuses(_ setBacks: [SetBack], _ facts: ProcessFacts, restoring journal: JournalFacts?) {
        journals[facts.journal] = journal
        for setBack in setBacks {
            let place = Place(environment: facts.environment, slot: setBack.desired.slot)
            guard setBack.reason != .added else {
                // The journal desires a default for a slot that the project lacks.
                let isWithdrawn = facts.isWhole && facts.withdraws(place.slot) && journal?.wanted[place] != nil
                if !isWithdrawn { fail("L19", "\(facts.command) calls \(place.slot) added, and does not withdraw it") }
                continue
            }
            let newest = (journal?.touched[place] ?? []).compactMap { versions[$0] }.max() ?? 0
            guard let version = versions[setBack.desired.item], version >= newest else { continue }
            let isNewest = journal?.order[place]?.last == setBack.desired.item
            // A withdrawn text also returns only with permission.
            let mayBeRefused = journal?.setBack.contains(place) == true || journal?.desired.gone[place] != nil
            guard isNewest, !mayBeRefused else { continue }
            fail("L19", "\(facts.command) calls version \(version) of \(setBack.desired.slot) older than others")
        }
    }

    // MARK: Current defaults

    /// Records the current default of a slot that the process has received.
    mutating func reads(_ slot: DefaultSlot, _ id: ServiceID?, _ facts: inout ProcessFacts) {
        facts.shown[slot] = .some(id)
        facts.unread.remove(slot)
        let place = Place(environment: facts.environment, slot: slot)
        journals[facts.journal, default: JournalFacts()].desired.known.updateValue(id, forKey: place)
    }

    /// Records that the process's knowledge about a slot may be out of date.
    mutating func doubts(_ slot: DefaultSlot, _ facts: inout ProcessFacts) { facts.shown[slot] = nil }

    /// Records that the service refuses to show a slot.
    mutating func cannotRead(_ slot: DefaultSlot, _ facts: inout ProcessFacts) {
        facts.shown[slot] = nil
        facts.unread.insert(slot)
    }

    // MARK: Exit codes

    /// L15: checks a command that ends with 0.
    ///
    /// - Parameters:
    ///   - facts: The command's process.
    ///   - excusesReviews: Whether pending reviews count as done.
    ///   - kept: The number of defaults that the command reports as held or rolled back.
    ///   - store: The service.
    mutating func claims(_ facts: ProcessFacts, excusesReviews: Bool, kept: Int, _ store: LifeStore) {
        let desired = (journals[facts.journal] ?? JournalFacts()).desired
        var exceptions = 0
        for (place, id) in desired.wanted.sorted(by: { $0.key.slot < $1.key.slot })
        where place.environment == facts.environment && !desired.perhapsDropped.contains(place)
            && !facts.withdraws(place.slot)
        {
            let (slot, shown) = (place.slot, store.defaults[place.slot])
            guard !desired.isExempt(place) else {
                // A slot that was emptied by hand has no default to report. In a slot without a delivered text, the
                // user's change is final.
                if desired.withdrawn.contains(place), !desired.held.contains(place) { continue }
                if shown != nil, !desired.permits(shown, in: place) { exceptions += 1 }
                continue
            }
            if facts.unread.contains(slot) {
                fail("L15", "\(facts.command) ends with 0, and could not read \(slot)")
            } else if !desired.permits(shown, in: place), !isExcused(place, desired, facts),
                !(excusesReviews && awaitsReview(place, desired, facts))
            {
                let text = shown.map { "\($0)" } ?? "nothing"
                fail(
                    "L15",
                    "\(facts.command) ends with 0, and \(slot) shows \(text), not \(id), \(state(of: id, store))"
                )
            }
        }
        for (slot, shown) in store.defaults where facts.withdraws(slot) { claimsRemoved(slot, shown, facts) }
        guard exceptions > kept else { return }
        fail("L15", "\(facts.command) ends with 0, and reports \(kept) of \(exceptions) held or rolled-back defaults")
    }

    /// Whether a process could not know that a slot is wrong.
    ///
    /// The slot was right when the process read it. Or the slot was last known as right, and the process has used its
    /// quota for verification, a tenth of the hourly allowance, on other slots.
    private func isExcused(_ place: Place, _ desired: LifeDesiredDefaults, _ facts: ProcessFacts) -> Bool {
        if let known = facts.shown[place.slot] { return desired.permits(known, in: place) }
        let allowance = scenario.budgets[.getDefault] ?? Self.appleAllowance(.getDefault, facts.environment)
        let isRight = desired.permits(desired.known[place] ?? nil, in: place)
        return isRight && facts.shown.count >= max(1, allowance / 10)
    }

    /// Whether a slot waits only for Apple's review, according to the lists that the process has received.
    private func awaitsReview(_ place: Place, _ desired: LifeDesiredDefaults, _ facts: ProcessFacts) -> Bool {
        func isUnderReview(_ id: ServiceID) -> Bool? {
            let states = ([id] + (imagesOf[id] ?? [])).map { facts.reviews[$0] }
            return states.allSatisfy { $0 != nil && $0 != .rejected } ? states.contains(.pending) : nil
        }
        guard let id = desired.wanted[place], let isPending = isUnderReview(id) else { return false }
        let others = desired.wanted.filter {
            $0.key.environment == place.environment && $0.key.slot.product == place.slot.product
        }
        return isPending || scenario.flip == .allOrNothing && others.contains { isUnderReview($0.value) == true }
    }

    private func state(of id: ServiceID, _ store: LifeStore) -> String {
        switch store.state(id) {
        case .approved?: store.isShowable(id) ? "which is approved" : "whose image is not approved"
        case let state?: "which is \(state.rawValue)"
        case nil where store.entries[id] != nil: "which is gone"
        case nil: refused.contains(id) ? "which was refused" : "which was never uploaded"
        }
    }

    /// L15: checks a change by hand that ends with 0.
    mutating func claims(_ changes: [DefaultChange.DesiredChange], _ facts: ProcessFacts, _ store: LifeStore) {
        for desired in changes where store.defaults[desired.slot] != desired.id {
            guard facts.shown[desired.slot] != .some(desired.id) else { continue }
            fail("L15", "\(facts.command) ends with 0, and \(desired.slot) is not what was said")
        }
    }

    // MARK: Unreadable and held slots

    /// L16, L18: checks a default that is about to be set or deleted.
    mutating func touches(_ slot: DefaultSlot, _ id: ServiceID?, _ facts: ProcessFacts, _ store: LifeStore) {
        if facts.unread.contains(slot) { fail("L16", "\(facts.command) changes \(slot), which it could not read") }
        let place = Place(environment: facts.environment, slot: slot)
        let isHeld = journals[facts.journal]?.desired.held.contains(place) ?? false
        guard isHeld, !facts.isByHand, store.defaults[slot] != id else { return }
        fail("L18", "\(facts.command) changes \(slot), which is held")
    }

    // MARK: Withdrawals

    /// L20: checks a default that is about to be set, but not by hand.
    mutating func checkWithdrawn(_ place: Place, _ id: ServiceID, _ facts: ProcessFacts) {
        guard facts.intended[place] != id, journals[facts.journal]?.desired.gone[place] == .certain else { return }
        fail("L20", "\(facts.command) sets \(place.slot), which was withdrawn")
    }

    /// L1, L3, L20: checks a default that is about to be deleted, but not by hand.
    mutating func checkRemoval(_ slot: DefaultSlot, _ id: ServiceID, _ facts: ProcessFacts, isLate: Bool) {
        let place = Place(environment: facts.environment, slot: slot)
        let journal = journals[facts.journal] ?? JournalFacts()
        guard facts.withdraws(slot), facts.isWhole, !facts.keepsWithdrawn else {
            return fail("L1", "\(facts.command) empties \(slot)")
        }
        let isAgreed = facts.command == "import" || facts.command == "promote" || journal.desired.mayRemove(place)
        if !isAgreed {
            fail("L20", "\(facts.command) empties \(slot), which no import has agreed to")
        }
        if writers[place] != facts.journal, !(journal.touched[place]?.contains(id) ?? false), !isLate {
            fail("L3", "\(facts.command) deletes in \(slot) what somebody else has set")
        }
    }

    /// L15: checks that no default of ours is shown in a slot that the project has withdrawn.
    private mutating func claimsRemoved(_ slot: DefaultSlot, _ shown: ServiceID, _ facts: ProcessFacts) {
        let place = Place(environment: facts.environment, slot: slot)
        let isExempt = journals[facts.journal]?.desired.isExempt(place) ?? false
        guard isOwn(shown, in: place, of: facts.journal), !isExempt else { return }
        fail("L15", "\(facts.command) ends with 0, and \(slot) still shows \(shown), which was withdrawn")
    }

    /// L11: checks that slots outside the project show no default of the machine's journal in the end.
    mutating func checkEmptied(
        _ store: LifeStore,
        but named: Set<DefaultSlot>?,
        in environment: Environment,
        _ machine: LifeMachine
    ) {
        for (slot, shown) in store.defaults where named.map({ !$0.contains(slot) }) ?? false {
            let place = Place(environment: environment, slot: slot)
            guard isOwn(shown, in: place, of: machine.journalNumber) else { continue }
            fail("L11", "\(slot) still shows \(shown), which was withdrawn")
        }
    }

    /// Whether a process of a journal has set the shown default, not by hand, and the journal knows that it is shown.
    private func isOwn(_ shown: ServiceID, in place: Place, of number: Int) -> Bool {
        guard writers[place] == number, let journal = journals[number] else { return false }
        return journal.touched[place]?.contains(shown) ?? false && journal.desired.known[place] == .some(shown)
            && !setByHand.contains(place)
    }
}
