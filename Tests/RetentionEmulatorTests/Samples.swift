import RetentionEmulator

/// Values shared by several suites.
enum Samples {
    /// A full hour in 2026.
    static let start = Moment(microseconds: 1_795_204_800_000_000)
    static let app = "com.example.northlight"
    static let key = DefaultKey(productID: "com.example.northlight.annual", locale: "de-DE")

    /// Returns a different identifier for each number.
    static func identifier(_ number: Int) throws -> Identifier {
        let digits = String(number, radix: 16)
        let text = "00000000-0000-5000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        guard let identifier = Identifier(text) else { throw Nonsense() }
        return identifier
    }

    static func image(_ size: ImageSize = .fullSize, isAcceptable: Bool = true) -> ImageFile {
        ImageFile(size: size, isAcceptable: isAcceptable, byteCount: 33, sha256: "00")
    }

    static func picture(_ number: Int, altText: String = "A balcony") throws -> MessageContent.Picture {
        .init(imageIdentifier: try identifier(number), altText: altText)
    }

    static func bullet(_ number: Int, text: String = "Unlimited plants") throws -> MessageContent.BulletPoint {
        .init(text: text, picture: try picture(number))
    }

    static let message = MessageContent(header: "Keep your garden", body: "Your plans stay with you.")

    static func text(_ length: Int) -> String {
        String(repeating: "x", count: length)
    }

    /// Returns a state without budgets, whose rules a test may change first.
    static func state(
        _ environment: ServiceEnvironment = .sandbox,
        faults: [String] = [],
        _ change: (inout Rules) -> Void = { _ in }
    ) throws -> ServiceState {
        var rules = Rules(environment: environment)
        rules.allowances = [:]
        change(&rules)
        return ServiceState(rules: rules, faults: FaultPlan(try faults.map(FaultRule.init)))
    }
}

struct Nonsense: Error {}

extension ServiceState {
    /// Sends an operation like the HTTP layer.
    mutating func send(
        _ operation: Operation,
        to endpoint: Endpoint = .uploadMessage,
        from bundleID: String = Samples.app,
        at now: Moment = Samples.start
    ) -> Outcome {
        let arrival = arrive(endpoint, bundleID: bundleID, at: now)
        let outcome = answer(operation, endpoint: endpoint, bundleID: bundleID, to: arrival, at: now)
        leave()
        return outcome
    }

    /// Uploads a message with a numbered identifier.
    mutating func upload(
        _ number: Int,
        _ content: MessageContent = Samples.message,
        at now: Moment = Samples.start
    ) throws -> Reply {
        send(.uploadMessage(try Samples.identifier(number), content), at: now).reply
    }

    /// Uploads an image with a numbered identifier.
    mutating func uploadImage(
        _ number: Int,
        _ file: ImageFile = Samples.image(),
        at now: Moment = Samples.start
    ) throws -> Reply {
        send(.uploadImage(try Samples.identifier(number), file), to: .uploadImage, at: now).reply
    }

    mutating func messages(at now: Moment = Samples.start) throws -> [MessageListing] {
        guard case .messages(let messages) = send(.listMessages, to: .listMessages, at: now).reply else {
            throw Nonsense()
        }
        return messages
    }
}
