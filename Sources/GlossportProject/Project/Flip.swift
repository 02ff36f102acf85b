/// The moment when a changed message replaces the old one.
package enum Flip: String, Sendable, Hashable, CaseIterable {
    /// Only after Apple has approved every locale; until then all locales keep the old text.
    case allOrNothing = "all-or-nothing"
    /// Each locale as soon as Apple has approved it.
    case each
}
