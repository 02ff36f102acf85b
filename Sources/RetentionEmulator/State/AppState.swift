/// The service's state of one app in one environment.
///
/// Every operation either succeeds completely or throws the service's error. Uploads are checked in this order: form,
/// existing identifier, content, limits, missing images.
package struct AppState: Sendable {
    package struct StoredImage: Hashable, Sendable {
        package var file: ImageFile
        package var review: Review
        /// The number of the upload, which determines the position in lists.
        package var order: Int
    }

    package struct StoredMessage: Hashable, Sendable {
        package var content: MessageContent
        package var review: Review
        /// The number of the upload, which determines the position in lists.
        package var order: Int
    }

    package internal(set) var images: [Identifier: StoredImage] = [:]
    package internal(set) var messages: [Identifier: StoredMessage] = [:]
    package internal(set) var defaults: [DefaultKey: Identifier] = [:]
    package internal(set) var realtimeURL: String?
    /// The tests of real-time URLs, by request ID.
    package internal(set) var performanceTests: [Identifier: PerformanceTest] = [:]
    package internal(set) var deletedImages: Set<Identifier> = []
    package internal(set) var deletedMessages: Set<Identifier> = []
    /// The number of uploads so far.
    var uploads = 0

    package init() {}

    /// Performs one operation.
    ///
    /// - Parameters:
    ///   - operation: The requested operation.
    ///   - now: The time of the request.
    ///   - rules: The rules of this service.
    /// - Returns: The answer on success.
    /// - Throws: The service's error.
    package mutating func perform(_ operation: Operation, at now: Moment, rules: Rules) throws(ServiceError) -> Reply {
        switch operation {
        case .malformed(let error): throw error
        case .uploadImage(let identifier, let file): try upload(file, as: identifier, at: now, rules: rules)
        case .deleteImage(let identifier): try deleteImage(identifier)
        case .listImages: return .images(listImages(at: now, rules: rules))
        case .uploadMessage(let identifier, let content): try upload(content, as: identifier, at: now, rules: rules)
        case .deleteMessage(let identifier): try deleteMessage(identifier, rules: rules)
        case .listMessages: return .messages(listMessages(at: now, rules: rules))
        case .configureDefault(let key, let identifier):
            try configureDefault(key, identifier, at: now, rules: rules)
        case .getDefault(let key): return .defaultMessage(try getDefault(key, rules: rules))
        case .deleteDefault(let key): try deleteDefault(key, rules: rules)
        case .configureRealtimeURL(let url): try configureRealtimeURL(url, rules: rules)
        case .getRealtimeURL:
            guard let realtimeURL else { throw .realtimeURLNotFound }
            return .realtimeURL(realtimeURL)
        case .deleteRealtimeURL: realtimeURL = nil
        case .startPerformanceTest(let transaction):
            return try startPerformanceTest(of: transaction, at: now, rules: rules)
        case .performanceTestResult(let identifier):
            guard let test = performanceTests[identifier] else { throw .performanceTestNotFound }
            return .performanceTestResult(test.result(at: now))
        }
        return .done
    }

    private mutating func upload(
        _ file: ImageFile,
        as identifier: Identifier,
        at now: Moment,
        rules: Rules
    ) throws(ServiceError) {
        if images[identifier] != nil { throw .imageExists }
        if !rules.allowsDeletedIdentifiers, deletedImages.contains(identifier) { throw .imageExists }
        if !file.isAcceptable { throw .invalidImage }
        if file.size == .fullSize, !rules.imageHeights.contains(file.height) { throw .invalidImage }
        if images.count >= rules.maximumImages { throw .tooManyImages }
        let review = Review(of: identifier, at: now, rules: rules)
        images[identifier] = StoredImage(file: file, review: review, order: nextOrder())
    }

    private mutating func upload(
        _ content: MessageContent,
        as identifier: Identifier,
        at now: Moment,
        rules: Rules
    ) throws(ServiceError) {
        if messages[identifier] != nil, !rules.replacesContent { throw .messageExists }
        if !rules.allowsDeletedIdentifiers, deletedMessages.contains(identifier) { throw .messageExists }
        if !rules.takesSupplementary, content.hasSupplementary { throw .badRequest }
        try content.check(unit: rules.lengthUnit)
        var refersToNothing = false
        for reference in content.references {
            if let image = images[reference.identifier] {
                if image.file.size != reference.size { throw .invalidImageSize }
            } else {
                refersToNothing = true
            }
        }
        if messages.count >= rules.maximumMessages { throw .tooManyMessages }
        if refersToNothing { throw .imageNotFound }
        let review = Review(of: identifier, at: now, rules: rules)
        messages[identifier] = StoredMessage(content: content, review: review, order: nextOrder())
    }

    private mutating func deleteImage(_ identifier: Identifier) throws(ServiceError) {
        guard images[identifier] != nil else { throw .imageNotFound }
        for message in messages.values
        where message.content.references.contains(where: { $0.identifier == identifier }) {
            throw .imageInUse
        }
        images[identifier] = nil
        deletedImages.insert(identifier)
    }

    private mutating func deleteMessage(_ identifier: Identifier, rules: Rules) throws(ServiceError) {
        guard messages.removeValue(forKey: identifier) != nil else { throw .messageNotFound }
        deletedMessages.insert(identifier)
        if rules.orphanedDefaults == .drop { defaults = defaults.filter { $0.value != identifier } }
    }

    private func listImages(at now: Moment, rules: Rules) -> [ImageListing] {
        images.filter { rules.shows($0.value.review, at: now) }.sorted { rules.lists($0.value.order, $1.value.order) }
            .map { ImageListing(identifier: $0.key, state: $0.value.review.state(at: now), size: $0.value.file.size) }
    }

    private func listMessages(at now: Moment, rules: Rules) -> [MessageListing] {
        messages.filter { rules.shows($0.value.review, at: now) }.sorted { rules.lists($0.value.order, $1.value.order) }
            .map { MessageListing(identifier: $0.key, state: $0.value.review.state(at: now)) }
    }

    private mutating func nextOrder() -> Int {
        uploads += 1
        return uploads
    }
}

extension Rules {
    fileprivate func shows(_ review: Review, at now: Moment) -> Bool { review.uploadedAt + listLag <= now }

    fileprivate func lists(_ first: Int, _ second: Int) -> Bool { listsNewestFirst ? first > second : first < second }
}
