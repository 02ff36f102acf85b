/// Interprets a 409 by the recorded evidence about the id, never by the answer alone.
package enum Evidence {
    /// Returns an item's new state if the service already contains its id.
    ///
    /// `history` does not include the attempt that was just answered. `adoptsFixed` means that the user allows an
    /// existing fixed id to be adopted as ours (`ifExists: skip`).
    package static func whenPresent(_ item: Item, history: AttemptHistory, adoptsFixed: Bool) -> ItemChange {
        if history.ambiguous > 0 { return ItemChange(item.id, to: .uploaded, proof: .confirmed) }
        // A derived id proves the content, regardless of who uploaded it and of the results of our own attempts.
        if item.origin == .derived || adoptsFixed { return ItemChange(item.id, to: .uploaded, proof: .adopted) }
        if history.refused > 0 {
            return ItemChange(
                item.id,
                to: .conflict,
                reason: "The service refused this message earlier, but now contains its id: another tool has used it."
            )
        }
        return ItemChange(
            item.id,
            to: .conflict,
            reason: "The id was chosen by hand, and other contents may have been uploaded under it."
        )
    }
}
