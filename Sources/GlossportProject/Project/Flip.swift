/// When a changed message takes over.
package enum Flip: String, Sendable, Hashable, CaseIterable {
    /// Not before every locale of the message is approved; until then all keep the old text.
    case allOrNothing = "all-or-nothing"
    /// Each locale as soon as it is approved.
    case each
}
