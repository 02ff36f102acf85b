/// What an upload made certain of an item, once that is durable in the journal.
package struct ItemOutcome: Sendable {
    package var item: Item
    package var verdict: Verdict
    /// Why, where it did not go well.
    package var reason: String?

    /// What became of it.
    package enum Verdict: Sendable, Hashable {
        case uploaded(Proof)
        /// It may or may not be there; the same run may find out.
        case unknown
        case failed(UploadTally.Failure.Verdict)
    }

    package init(item: Item, verdict: Verdict, reason: String? = nil) {
        self.item = item
        self.verdict = verdict
        self.reason = reason
    }

    /// What an attempt's end says of an item; `nil` if it only goes back to where it was.
    ///
    /// - Parameters:
    ///   - change: The item's new state.
    ///   - item: The item.
    ///   - verdict: Why this run leaves it open for the next one, if it does.
    init?(_ change: ItemChange, of item: Item, leftOpen verdict: UploadTally.Failure.Verdict?) {
        self.item = item
        reason = change.reason
        switch change.state {
        case .uploaded: self.verdict = .uploaded(change.proof ?? .response)
        case .refused: self.verdict = .failed(.refused)
        case .conflict: self.verdict = .failed(.conflict)
        case .unknown: self.verdict = .unknown
        case .planned, .sending, .deleted:
            guard let verdict else { return nil }
            self.verdict = .failed(verdict)
        }
    }
}
