/// Reads a 409 by what we know of the id, never by the answer alone.
package enum Evidence {
    /// The effect on an item of an id that already exists.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - history: Our earlier attempts at it, not counting the one that was answered.
    ///   - adoptsFixed: Whether the user has said that an id of theirs that exists may be taken for theirs (`ifExists: skip`).
    /// - Returns: The item's new state.
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
