import CLibrary
package import Glossport
package import GlossportProject

/// An in-memory service that enforces Apple's rules and returns scripted answers to simulate failures.
package final class FakeMessageService: MessageService {
    /// The scripted result of one upload.
    package enum Step: Sendable {
        /// Processes the upload normally.
        case honest
        /// Returns this answer without storing anything.
        case answer(Answer)
        /// Stores the message if its ID is free, then returns this answer, as if the real reply were lost.
        case keepThen(Answer)
    }

    let state: Mutex<State>
    private let willUpload: (@Sendable (_ number: Int) -> Void)?

    struct State {
        var capacity: Int
        var held: [ServiceID: MessageContent] = [:]
        var images: [ServiceID: [UInt8]] = [:]
        var states: [ServiceID: ReviewState] = [:]
        var imageStates: [ServiceID: ReviewState] = [:]
        var steps: [Step] = []
        var listAnswers: [Answer] = []
        var uploads: [ServiceID] = []
        var lists = 0
        var defaults: [DefaultSlot: ServiceID] = [:]
        var defaultAnswers: [Answer] = []
        var defaultCalls = 0
        var questionAnswers: [DefaultSlot: Answer] = [:]
        var questions = 0
        var underWay = 0
        var mostUnderWay = 0
        var deletions = 0
        var deleteAnswers: [Answer] = []
        var realtimeURL: String?
        var realtimeAnswers: [Answer] = []
        var realtimeQuestionAnswer: Answer?
        var testResults: [String] = []
        var isTesting = false
    }

    /// - Parameters:
    ///   - capacity: The maximum number of messages, and separately of images.
    ///   - willUpload: Called before each upload with its number, counted from 1.
    package init(capacity: Int = 2_000, willUpload: (@Sendable (_ number: Int) -> Void)? = nil) {
        state = Mutex(State(capacity: capacity))
        self.willUpload = willUpload
    }

    package var held: [ServiceID: MessageContent] { state.withLock { $0.held } }
    package var images: [ServiceID: [UInt8]] { state.withLock { $0.images } }
    /// The IDs of all uploads received, in order.
    package var uploads: [ServiceID] { state.withLock { $0.uploads } }
    package var deletions: Int { state.withLock { $0.deletions } }
    package var lists: Int { state.withLock { $0.lists } }

    /// Queues results for the next uploads; later uploads are processed normally.
    package func script(_ steps: [Step]) { state.withLock { $0.steps += steps } }

    /// Queues answers for the next list calls; later calls return the list.
    package func scriptLists(_ answers: [Answer]) { state.withLock { $0.listAnswers += answers } }

    package var defaults: [DefaultSlot: ServiceID] { state.withLock { $0.defaults } }
    /// The maximum number of concurrent `setDefault` calls.
    package var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }
    package var defaultCalls: Int { state.withLock { $0.defaultCalls } }

    /// Queues answers for the next `setDefault` calls, which then set nothing.
    package func scriptDefaults(_ answers: [Answer]) { state.withLock { $0.defaultAnswers += answers } }

    /// The number of `getDefault` calls received.
    package var questions: Int { state.withLock { $0.questions } }

    /// Sets the answers of `getDefault` for some slots; all other slots are answered normally.
    package func answerQuestions(_ answers: [DefaultSlot: Answer]) { state.withLock { $0.questionAnswers = answers } }

    /// Sets the review state of messages and images that the service has.
    package func review(_ ids: [ServiceID], _ verdict: ReviewState) {
        state.withLock { state in
            for id in ids where state.held[id] != nil { state.states[id] = verdict }
            for id in ids where state.images[id] != nil { state.imageStates[id] = verdict }
        }
    }

    /// Adds a message as if another tool had uploaded it.
    package func put(_ content: MessageContent, as id: ServiceID) {
        state.withLock { state in
            state.held[id] = content
            state.states[id] = .pending
        }
    }

    package func upload(_ content: MessageContent, as id: ServiceID) async -> Answer {
        let number = state.withLock { state in
            state.uploads.append(id)
            return state.uploads.count
        }
        willUpload?(number)
        return state.withLock { state in
            state.next { state in state.keep(content, as: id) }
        }
    }

    package func uploadImage(_ bytes: [UInt8], size: ImageSize, as id: ServiceID) async -> Answer {
        let number = state.withLock { state in
            state.uploads.append(id)
            return state.uploads.count
        }
        willUpload?(number)
        return state.withLock { state in
            state.next { state in state.keepImage(bytes, as: id) }
        }
    }

    package func list(_ kind: Item.Kind) async -> (answer: Answer, states: [ServiceID: ReviewState]) {
        state.withLock { state in
            state.lists += 1
            let answer = state.listAnswers.isEmpty ? Answer(.accepted, status: 200) : state.listAnswers.removeFirst()
            guard answer.outcome == .accepted else { return (answer, [:]) }
            return (answer, kind == .message ? state.states : state.imageStates)
        }
    }

    package func delete(_ kind: Item.Kind, _ id: ServiceID) async -> Answer {
        state.withLock { state in
            state.deletions += 1
            if !state.deleteAnswers.isEmpty { return state.deleteAnswers.removeFirst() }
            return kind == .message ? state.deleteMessage(id) : state.deleteImage(id)
        }
    }

    /// Queues answers for the next deletions of items or defaults, which then delete nothing.
    package func scriptDeletions(_ answers: [Answer]) { state.withLock { $0.deleteAnswers += answers } }
}

extension FakeMessageService {
    package func setDefault(_ slot: DefaultSlot, to id: ServiceID) async -> Answer {
        state.withLock { state in
            state.underWay += 1
            state.mostUnderWay = max(state.mostUnderWay, state.underWay)
        }
        defer { state.withLock { $0.underWay -= 1 } }
        // Lets other calls start, as they would during a network round trip.
        await Task.yield()
        return state.withLock { state in
            state.defaultCalls += 1
            if !state.defaultAnswers.isEmpty { return state.defaultAnswers.removeFirst() }
            let images = state.held[id]?.imageIDs ?? []
            if images.contains(where: { state.imageStates[$0] != .approved }) {
                return Answer(.refused, status: 403, appleCode: 4_030_018)
            }
            switch state.states[id] {
            case nil: return Answer(.notFound, status: 404, appleCode: 4_040_015)
            case .approved?:
                state.defaults[slot] = id
                return Answer(.accepted, status: 200)
            default: return Answer(.refused, status: 403, appleCode: 4_030_017)
            }
        }
    }

    package func getDefault(_ slot: DefaultSlot) async -> (answer: Answer, id: ServiceID?) {
        state.withLock { state in
            state.questions += 1
            if let answer = state.questionAnswers[slot] { return (answer, nil) }
            guard let id = state.defaults[slot] else {
                return (Answer(.notFound, status: 404, appleCode: 4_040_020), nil)
            }
            return (Answer(.accepted, status: 200), id)
        }
    }

    package func deleteDefault(_ slot: DefaultSlot) async -> Answer {
        state.withLock { state in
            guard state.deleteAnswers.isEmpty else { return state.deleteAnswers.removeFirst() }
            state.defaults[slot] = nil
            return Answer(.accepted, status: 200)
        }
    }
}

extension FakeMessageService {
    package func upload(_ content: MessageContent, as id: ServiceID, in form: UnusualForm) async -> Answer {
        await upload(content, as: id)
    }

    package func delete(_ id: ServiceID, in form: UnusualForm) async -> Answer { await delete(.message, id) }

    package func listMessagesAsSent(withTokenFor lifetime: Duration?) async -> (answer: Answer, ids: [String]) {
        guard lifetime == nil else { return (Answer(.unauthorized, status: 401), []) }
        let (answer, states) = await list(.message)
        return (answer, states.keys.map(\.description).sorted())
    }
}

extension FakeMessageService {
    package func getRealtimeURL() async -> (answer: Answer, url: String?) {
        let (scripted, url) = state.withLock { ($0.realtimeQuestionAnswer, $0.realtimeURL) }
        if let scripted { return (scripted, nil) }
        return (url == nil ? Answer(.notFound, status: 404, appleCode: 4_040_021) : Answer(.accepted, status: 200), url)
    }
}

/// A fake that refuses real-time, performance test and probe requests.
package protocol WithoutRealtime: MessageService {}

extension WithoutRealtime {
    var answer: Answer { Answer(.accessRefused, status: 404) }

    package func upload(_ content: MessageContent, as id: ServiceID, in form: UnusualForm) async -> Answer { answer }
    package func delete(_ id: ServiceID, in form: UnusualForm) async -> Answer { answer }
    package func listMessagesAsSent(withTokenFor lifetime: Duration?) async -> (answer: Answer, ids: [String]) {
        (answer, [])
    }

    package func getRealtimeURL() async -> (answer: Answer, url: String?) { (answer, nil) }
}

extension FakeMessageService.State {
    fileprivate mutating func keep(_ content: MessageContent, as id: ServiceID) -> Answer {
        if held[id] != nil { return Answer(.alreadyPresent, status: 409, appleCode: 4_090_001) }
        guard content.imageIDs.allSatisfy({ images[$0] != nil }) else {
            return Answer(.notFound, status: 404, appleCode: 4_040_014)
        }
        guard held.count < capacity else { return Answer(.capacityReached, status: 403, appleCode: 4_030_016) }
        held[id] = content
        states[id] = .pending
        return Answer(.accepted, status: 200)
    }

    /// Applies the next scripted step; without one, processes the upload normally.
    fileprivate mutating func next(_ keep: (inout Self) -> Answer) -> Answer {
        switch steps.isEmpty ? .honest : steps.removeFirst() {
        case .honest: return keep(&self)
        case .answer(let answer): return answer
        case .keepThen(let answer):
            _ = keep(&self)
            return answer
        }
    }

    fileprivate mutating func keepImage(_ bytes: [UInt8], as id: ServiceID) -> Answer {
        if images[id] != nil { return Answer(.alreadyPresent, status: 409, appleCode: 4_090_000) }
        guard images.count < capacity else { return Answer(.capacityReached, status: 403, appleCode: 4_030_014) }
        images[id] = bytes
        imageStates[id] = .pending
        return Answer(.accepted, status: 200)
    }

    fileprivate mutating func deleteMessage(_ id: ServiceID) -> Answer {
        states[id] = nil
        return held.removeValue(forKey: id) == nil
            ? Answer(.notFound, status: 404, appleCode: 4_040_015) : Answer(.accepted, status: 200)
    }

    fileprivate mutating func deleteImage(_ id: ServiceID) -> Answer {
        if held.values.contains(where: { $0.imageIDs.contains(id) }) {
            return Answer(.refused, status: 403, appleCode: 4_030_019)
        }
        imageStates[id] = nil
        return images.removeValue(forKey: id) == nil
            ? Answer(.notFound, status: 404, appleCode: 4_040_014) : Answer(.accepted, status: 200)
    }
}
