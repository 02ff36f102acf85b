package import GlossportProject
package import GlossportReading

/// The state of an app in one environment according to its journal; it needs no project.
package struct AppState: Sendable, Hashable, Encodable {
    package let destination: Destination
    /// The number of items in each state, without deleted items.
    package let items: [ItemState: Int]
    /// The numbers of uploaded items that are in Apple's review, and that Apple rejected; only the current text of each
    /// message and locale counts, with its images.
    package let inReview, rejected: Int
    /// The number of desired defaults, and of those that are set.
    package let defaults, defaultsSet: Int
    /// The newest run that imported, promoted, settled or waited, and the newest such run with exit code 0.
    package let lastRun, lastSuccess: RunRecord?
    package let holder: Holder?

    /// The states of all apps in a journal, sorted by app and environment.
    ///
    /// If `environment` is `nil`, all environments are included.
    ///
    /// - Returns: For each destination, its state, or the error if its events can't be read.
    /// - Throws: `GlossportError` if the journal can't be read at all.
    package static func all(
        in journal: Journal,
        environment: ServiceEnvironment? = nil,
        vanishedAfter delay: Duration
    ) async throws -> [(destination: Destination, state: Result<AppState, GlossportError>)] {
        let destinations = try await journal.log.destinations().filter {
            environment == nil || $0.environment == environment
        }
        var states: [(Destination, Result<AppState, GlossportError>)] = []
        for destination in destinations.sorted(by: {
            ($0.app, $0.environment.rawValue) < ($1.app, $1.environment.rawValue)
        }) {
            do {
                states.append((destination, .success(try await AppState(journal, at: destination, delay))))
            } catch let error as GlossportError {
                states.append((destination, .failure(error)))
            }
        }
        return states
    }

    private init(_ journal: Journal, at destination: Destination, _ delay: Duration) async throws {
        self.init(
            try await JournalContents(journal, at: destination, vanishedAfter: delay),
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
