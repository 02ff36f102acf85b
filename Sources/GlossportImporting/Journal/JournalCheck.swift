package import GlossportChecking

/// What a look at the whole journal found.
package struct JournalCheck: Sendable {
    package var items = 0
    package var attempts = 0
    /// Sentences about damage to the file or database, and about events that can't follow those before them; empty if it is whole.
    package var damage: [String] = []
    /// Items whose state their attempts contradict, or whose digest or id their content does.
    package var contradictions: [Contradiction] = []

    package init() {}

    package struct Contradiction: Sendable {
        package var destination: Destination
        package var id: ServiceID
        package var message: String
        package var locale: String
        /// Half a sentence; see ``JournalAudit``.
        package var text: String

        package init(destination: Destination, id: ServiceID, message: String, locale: String, text: String) {
            self.destination = destination
            self.id = id
            self.message = message
            self.locale = locale
            self.text = text
        }
    }
}
