package import GlossportChecking
package import GlossportImporting

/// The state of an app in an environment, as far as its journal knows; no project is needed.
package struct AppState: Sendable, Hashable {
    package let destination: Destination
    package let items: Int
    package let uploaded: Int
    /// Items whose request had no conclusive answer, or is under way.
    package let doubtful: Int
    /// Uploaded items that Apple reviews, and those that it has rejected; of each message and locale, the newest counts.
    package let inReview, rejected: Int
    /// Products and locales with a default that is wanted, and those that show it.
    package let defaults, defaultsSet: Int
    /// The newest run that kept others away, such as an import.
    package let lastRun: RunRecord?
    package let holder: Holder?

    /// The states of all apps of a journal.
    ///
    /// - Parameters:
    ///   - journal: The journal.
    ///   - patience: For how long lists have to lack what was uploaded until it counts as vanished.
    /// - Returns: The states, by app and environment.
    /// - Throws: `GlossportError` of the journal.
    package static func all(in journal: Journal, vanishedAfter patience: Duration) async throws -> [AppState] {
        var states: [AppState] = []
        let destinations = try await journal.log.destinations()
        for destination in destinations.sorted(by: {
            ($0.app, $0.environment.rawValue) < ($1.app, $1.environment.rawValue)
        }) {
            let contents = try await JournalContents(journal, at: destination, vanishedAfter: patience)
            states.append(
                AppState(
                    contents,
                    last: try await journal.lastExclusiveRun(at: destination),
                    holder: try await journal.holder(at: destination)
                )
            )
        }
        return states
    }

    package init(_ contents: JournalContents, last: RunRecord?, holder: Holder?) {
        destination = contents.destination
        items = contents.records.count
        uploaded = contents.records.count { $0.state == .uploaded }
        doubtful = contents.records.count { $0.state == .unknown || $0.state == .sending }
        let reviews = OpenWork.current(contents.records).map { contents.reviews[$0.item.id] }
        inReview = reviews.count { $0 == .pending || $0 == .unrecognized }
        rejected = reviews.count { $0 == .rejected }
        let wanted = contents.defaults.filter { $0.desired != nil }
        defaults = wanted.count
        defaultsSet = wanted.count { $0.present == $0.desired }
        lastRun = last
        self.holder = holder
    }
}
