/// What earlier attempts at one item prove.
package struct AttemptHistory: Sendable, Hashable {
    /// Attempts in all.
    package var attempts: Int
    /// Attempts that ended without a definite answer, or were cut off: one of them may have been applied.
    package var ambiguous: Int
    /// Attempts that the service definitely refused because of the content.
    package var refused: Int

    package init(attempts: Int = 0, ambiguous: Int = 0, refused: Int = 0) {
        self.attempts = attempts
        self.ambiguous = ambiguous
        self.refused = refused
    }
}
