package import GlossportProject
package import GlossportReading

/// The state of an app in an environment, as far as its journal knows; no project is needed.
package struct AppState: Sendable, Hashable, Encodable {
    package let destination: Destination
    /// Items that the service holds or is meant to hold, by their state.
    package let items: [ItemState: Int]
    /// Uploaded items that Apple reviews, and those that it has rejected; of each message and locale, the text that was delivered last counts.
    package let inReview, rejected: Int
    /// Products and locales with a default that is wanted, and those that show it.
    package let defaults, defaultsSet: Int
    /// The newest run that brings the project's wish to the service, and the newest of them that ended with 0.
    package let lastRun, lastSuccess: RunRecord?
    package let holder: Holder?

    /// The states of all apps of a journal, by app and environment.
    ///
    /// - Parameters:
    ///   - journal: The journal.
    ///   - environment: The only environment to look at; `nil` for all.
    ///   - patience: For how long lists have to lack what was uploaded until it counts as vanished.
    /// - Returns: The states, each with its destination, or the error of a destination whose events can't be read.
    /// - Throws: `GlossportError` if the journal can't be read at all.
    package static func all(
        in journal: Journal,
        environment: ServiceEnvironment? = nil,
        vanishedAfter patience: Duration
    ) async throws -> [(destination: Destination, state: Result<AppState, GlossportError>)] {
        let destinations = try await journal.log.destinations().filter {
            environment == nil || $0.environment == environment
        }
        var states: [(Destination, Result<AppState, GlossportError>)] = []
        for destination in destinations.sorted(by: {
            ($0.app, $0.environment.rawValue) < ($1.app, $1.environment.rawValue)
        }) {
            do {
                states.append((destination, .success(try await AppState(journal, at: destination, patience))))
            } catch let error as GlossportError {
                states.append((destination, .failure(error)))
            }
        }
        return states
    }

    private init(_ journal: Journal, at destination: Destination, _ patience: Duration) async throws {
        self.init(
            try await JournalContents(journal, at: destination, vanishedAfter: patience),
            last: try await journal.lastRun(of: .import, .promote, .settle, .wait, at: destination),
            lastSuccess: try await journal.lastRun(
                of: .import,
                .promote,
                .settle,
                .wait,
                endedWith: 0,
                at: destination
            ),
            holder: try await journal.holder(at: destination)
        )
    }

    private init(_ contents: JournalContents, last: RunRecord?, lastSuccess: RunRecord?, holder: Holder?) {
        destination = contents.destination
        items = Dictionary(grouping: contents.records, by: \.state).mapValues(\.count).filter { $0.key != .deleted }
        let reviews = OpenWork.current(contents).map { contents.reviews[$0.item.id] }
        inReview = reviews.count { $0 == .pending || $0 == .unrecognized }
        rejected = reviews.count { $0 == .rejected }
        let wanted = contents.defaults.filter { $0.desired != nil }
        defaults = wanted.count
        defaultsSet = wanted.count { $0.present == $0.desired }
        lastRun = last
        self.lastSuccess = lastSuccess
        self.holder = holder
    }
}
