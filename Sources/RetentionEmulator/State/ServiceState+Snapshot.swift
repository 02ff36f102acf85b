extension ServiceState {
    /// The visible state at a given time; late effects that are due take place first.
    package mutating func snapshot(at now: Moment) -> StateSnapshot {
        settleLateEffects(until: now)
        let bundleIDs = Set(apps.keys).union(traffic.keys.map(\.bundleID)).sorted()
        var statuses: [Int: Int] = unattributed
        var shown: [StateSnapshot.App] = []
        for bundleID in bundleIDs { shown.append(app(bundleID: bundleID, at: now)) }
        for counts in traffic.values { statuses.merge(counts.statuses, uniquingKeysWith: +) }
        return StateSnapshot(
            at: now.microseconds,
            requests: sequence,
            inFlight: inFlight,
            lateEffects: lateEffects.count,
            statuses: Self.named(statuses),
            unattributed: Self.named(unattributed),
            redirects: .init(followed: redirects.followed, withToken: redirects.withToken),
            faults: faults.rules.map(\.text),
            apps: shown
        )
    }

    /// A value that changes whenever a snapshot would, except for its time; cheap enough for polling every second.
    ///
    /// It contains the pending and the spent counts, because they change with time even without a request.
    ///
    /// - Parameter now: The current time.
    /// - Returns: Characters that are valid in an entity tag.
    package mutating func version(at now: Moment) -> String {
        settleLateEffects(until: now)
        let pending = apps.values.reduce(0) { $0 + $1.pending(at: now) }
        let spent = traffic.keys.reduce(0) { $0 + (self.spent($1, at: now) ?? 0) }
        return "\(changes)-\(pending)-\(spent)"
    }

    private static func named(_ statuses: [Int: Int]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: statuses.map { (String($0.key), $0.value) })
    }

    private mutating func app(bundleID: String, at now: Moment) -> StateSnapshot.App {
        let app = apps[bundleID] ?? AppState()
        var endpoints: [String: StateSnapshot.EndpointCounters] = [:]
        for (appEndpoint, traffic) in traffic where appEndpoint.bundleID == bundleID {
            endpoints[appEndpoint.endpoint.rawValue] = StateSnapshot.EndpointCounters(
                arrivals: traffic.arrivals,
                statuses: Self.named(traffic.statuses),
                highestInAnyHour: traffic.highestInAnyHour,
                highestIsExact: traffic.highestIsExact,
                allowance: rules.allowances[appEndpoint.endpoint],
                spent: spent(appEndpoint, at: now)
            )
        }
        return StateSnapshot.App(
            bundleId: bundleID,
            environment: rules.environment.rawValue,
            messages: app.messages.sorted { $0.value.order < $1.value.order }
                .map { StateSnapshot.Message($0.key, $0.value, at: now) },
            images: app.images.sorted { $0.value.order < $1.value.order }
                .map { StateSnapshot.Image($0.key, $0.value, at: now) },
            defaults: app.defaults.sorted { ($0.key.productID, $0.key.locale) < ($1.key.productID, $1.key.locale) }
                .map {
                    .init(productId: $0.key.productID, locale: $0.key.locale, messageIdentifier: $0.value.description)
                },
            realtimeURL: app.realtimeURL,
            performanceTests: Dictionary(
                uniqueKeysWithValues: app.performanceTests.map { id, test in
                    (id.description, test.result(at: now).verdict)
                }
            ),
            deletedMessages: app.deletedMessages.map(\.description).sorted(),
            deletedImages: app.deletedImages.map(\.description).sorted(),
            endpoints: endpoints
        )
    }
}

extension StateSnapshot.Message {
    fileprivate init(_ identifier: Identifier, _ message: AppState.StoredMessage, at now: Moment) {
        let content = message.content
        messageIdentifier = identifier.description
        messageState = message.review.state(at: now).rawValue
        uploadedAt = message.review.uploadedAt.microseconds
        header = content.header
        body = content.body
        image = content.image.map {
            StateSnapshot.Picture(imageIdentifier: $0.imageIdentifier.description, altText: $0.altText)
        }
        headerPosition = content.headerPosition?.rawValue
        bulletPoints =
            content.bulletPoints.isEmpty
            ? nil
            : content.bulletPoints.map {
                StateSnapshot.BulletPoint(
                    text: $0.text,
                    imageIdentifier: $0.picture.imageIdentifier.description,
                    altText: $0.picture.altText
                )
            }
    }
}

extension StateSnapshot.Image {
    fileprivate init(_ identifier: Identifier, _ image: AppState.StoredImage, at now: Moment) {
        imageIdentifier = identifier.description
        imageState = image.review.state(at: now).rawValue
        imageSize = image.file.size.rawValue
        uploadedAt = image.review.uploadedAt.microseconds
        byteCount = image.file.byteCount
        sha256 = image.file.sha256
    }
}
