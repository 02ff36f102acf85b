package import Glossport
private import Synchronization

/// A service in memory: it keeps ids and contents, turns away what Apple would turn away, and follows a script where a test wants trouble.
package final class FakeMessageService: MessageService {
    /// What becomes of one upload.
    package enum Step: Sendable {
        /// What an honest service does.
        case honest
        /// This answer; nothing is kept.
        case answer(Answer)
        /// The message is kept if its id is free, and then this answer: a lost reply.
        case keepThen(Answer)
    }

    private let state: Mutex<State>
    private let willUpload: (@Sendable (_ number: Int) -> Void)?

    fileprivate struct State {
        var capacity: Int
        var held: [ServiceID: MessageContent] = [:]
        var states: [ServiceID: ReviewState] = [:]
        var steps: [Step] = []
        var listAnswers: [Answer] = []
        var uploads: [ServiceID] = []
        var lists = 0
        var defaults: [DefaultSlot: ServiceID] = [:]
        var defaultAnswers: [Answer] = []
        var defaultCalls = 0
    }

    /// - Parameters:
    ///   - capacity: How many messages it takes.
    ///   - willUpload: Called before each upload with its number, from 1.
    package init(capacity: Int = 2_000, willUpload: (@Sendable (_ number: Int) -> Void)? = nil) {
        state = Mutex(State(capacity: capacity))
        self.willUpload = willUpload
    }

    /// The messages that it holds.
    package var held: [ServiceID: MessageContent] { state.withLock { $0.held } }
    /// The id of every upload that arrived, in order.
    package var uploads: [ServiceID] { state.withLock { $0.uploads } }
    /// How many list calls arrived.
    package var lists: Int { state.withLock { $0.lists } }

    /// Says what becomes of the next uploads; afterwards it is honest.
    package func script(_ steps: [Step]) { state.withLock { $0.steps += steps } }

    /// Says what the next list calls are answered; afterwards it is honest.
    package func scriptLists(_ answers: [Answer]) { state.withLock { $0.listAnswers += answers } }

    /// What customers see, by product and locale.
    package var defaults: [DefaultSlot: ServiceID] { state.withLock { $0.defaults } }
    /// How many calls to set a default arrived.
    package var defaultCalls: Int { state.withLock { $0.defaultCalls } }

    /// Says what the next calls to set a default are answered; nothing is set by them.
    package func scriptDefaults(_ answers: [Answer]) { state.withLock { $0.defaultAnswers += answers } }

    /// Decides on messages that it holds.
    package func review(_ ids: [ServiceID], _ verdict: ReviewState) {
        state.withLock { state in
            for id in ids where state.held[id] != nil { state.states[id] = verdict }
        }
    }

    /// Keeps a message that somebody else has uploaded.
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
            switch state.steps.isEmpty ? .honest : state.steps.removeFirst() {
            case .honest: return state.keep(content, as: id)
            case .answer(let answer): return answer
            case .keepThen(let answer):
                _ = state.keep(content, as: id)
                return answer
            }
        }
    }

    package func listMessages() async -> (answer: Answer, messages: [ServiceID: ReviewState]) {
        state.withLock { state in
            state.lists += 1
            let answer = state.listAnswers.isEmpty ? Answer(.accepted, status: 200) : state.listAnswers.removeFirst()
            return (answer, answer.outcome == .accepted ? state.states : [:])
        }
    }

    package func deleteMessage(_ id: ServiceID) async -> Answer {
        state.withLock { state in
            state.states[id] = nil
            return state.held.removeValue(forKey: id) == nil
                ? Answer(.notFound, status: 404, appleCode: 4_040_015) : Answer(.accepted, status: 200)
        }
    }
}

extension FakeMessageService: DefaultsService {
    package func setDefault(_ slot: DefaultSlot, to id: ServiceID) async -> Answer {
        state.withLock { state in
            state.defaultCalls += 1
            if !state.defaultAnswers.isEmpty { return state.defaultAnswers.removeFirst() }
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
            guard let id = state.defaults[slot] else {
                return (Answer(.notFound, status: 404, appleCode: 4_040_020), nil)
            }
            return (Answer(.accepted, status: 200), id)
        }
    }

    package func deleteDefault(_ slot: DefaultSlot) async -> Answer {
        state.withLock { $0.defaults[slot] = nil }
        return Answer(.accepted, status: 200)
    }
}

extension FakeMessageService.State {
    fileprivate mutating func keep(_ content: MessageContent, as id: ServiceID) -> Answer {
        if held[id] != nil { return Answer(.alreadyPresent, status: 409, appleCode: 4_090_001) }
        guard held.count < capacity else { return Answer(.capacityReached, status: 403, appleCode: 4_030_016) }
        held[id] = content
        states[id] = .pending
        return Answer(.accepted, status: 200)
    }
}
