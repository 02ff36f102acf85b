import CLibrary
import Glossport
import GlossportProject
import GlossportTesting

/// A service with configurable answers to the questions that Apple's documents leave open.
///
/// It counts its calls, except changes of defaults.
final class ProbedService: WithoutRealtime {
    struct Outcome: Sendable {
        var unit = LengthUnit.graphemes
        var takesBeyondBMP = true
        var reusesIDs = true
        var replaces = false
        var keepsCase = false
        var takesUnknownMembers = true
        var takesLongTokens = false
        var takesLowImages = true
        var newestFirst = false
        /// The number of first lists without the uploaded items.
        var staleLists = 0
        var locales = StoreLocale.all
        /// The number of reads of the real-time URL after which all others are throttled.
        var realtimeReads = Int.max
        /// The end of the pause that a 429 asks for, if it contains one.
        var retryAt: Timestamp?

        init(_ change: (inout Outcome) -> Void = { _ in }) { change(&self) }
    }

    private struct State {
        var messages: [(id: ServiceID, text: String)] = []
        var images: Set<ServiceID> = []
        var deleted: Set<ServiceID> = []
        var calls = 0
        var staleLists = 0
        var realtimeReads = 0
    }

    private let outcome: Outcome
    private let willAnswer: @Sendable (_ call: Int) -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - outcome: The service's behavior.
    ///   - willAnswer: Called after each counted call took effect, with the call's number, starting at 1.
    init(_ outcome: Outcome = Outcome(), willAnswer: @escaping @Sendable (_ call: Int) -> Void = { _ in }) {
        self.outcome = outcome
        self.willAnswer = willAnswer
        state = Mutex(State(staleLists: outcome.staleLists))
    }

    var calls: Int { state.withLock { $0.calls } }
    var isEmpty: Bool { state.withLock { $0.messages.isEmpty && $0.images.isEmpty } }

    /// Applies an effect and returns its value.
    private func answer<Value: Sendable>(_ effect: (inout State) -> Value) -> Value {
        let (value, call) = state.withLock { state in
            state.calls += 1
            return (effect(&state), state.calls)
        }
        willAnswer(call)
        return value
    }

    private static let done = Answer(.accepted, status: 200)

    private static func refused(_ code: Int) -> Answer { Answer(.refused, status: 400, appleCode: code) }

    func upload(_ content: MessageContent, as id: ServiceID) async -> Answer {
        answer { keep(content, as: id, text: id.description, in: &$0) }
    }

    func upload(_ content: MessageContent, as id: ServiceID, in form: UnusualForm) async -> Answer {
        answer { state in
            if form == .unknownMember, !outcome.takesUnknownMembers { return Self.refused(4_000_000) }
            let isKept = form == .upperCaseID && outcome.keepsCase
            return keep(content, as: id, text: isKept ? id.description.uppercased() : id.description, in: &state)
        }
    }

    private func keep(_ content: MessageContent, as id: ServiceID, text: String, in state: inout State) -> Answer {
        let isThere = state.messages.contains { $0.id == id }
        if isThere && !outcome.replaces || !outcome.reusesIDs && state.deleted.contains(id) {
            return Answer(.alreadyPresent, status: 409, appleCode: 4_090_001)
        }
        let texts = [content.header, content.body, content.image?.altText ?? ""]
        if !outcome.takesBeyondBMP, texts.contains(where: { $0.unicodeScalars.contains { $0.value > 0xFFFF } }) {
            return Self.refused(4_000_000)
        }
        if outcome.unit.count(texts[0]) > 66 { return Self.refused(4_000_162) }
        if outcome.unit.count(texts[1]) > 144 { return Self.refused(4_000_163) }
        if outcome.unit.count(texts[2]) > 150 { return Self.refused(4_000_175) }
        if !isThere { state.messages.append((id, text)) }
        return Self.done
    }

    func uploadImage(_ bytes: [UInt8], size: ImageSize, as id: ServiceID) async -> Answer {
        answer { state in
            // The last two bytes of the height.
            guard outcome.takesLowImages || bytes[22...23] == [0x08, 0x70] else { return Self.refused(4_000_161) }
            state.images.insert(id)
            return Self.done
        }
    }

    func list(_ kind: Item.Kind) async -> (answer: Answer, states: [ServiceID: ReviewState]) {
        answer { state in
            let ids = kind == .image ? Array(state.images) : state.messages.map(\.id)
            return (Self.done, Dictionary(uniqueKeysWithValues: ids.map { ($0, .pending) }))
        }
    }

    func listMessagesAsSent(withTokenFor lifetime: Duration?) async -> (answer: Answer, ids: [String]) {
        answer { state in
            guard lifetime == nil || outcome.takesLongTokens else { return (Answer(.unauthorized, status: 401), []) }
            if state.staleLists > 0, !state.messages.isEmpty {
                state.staleLists -= 1
                return (Self.done, [])
            }
            let texts = state.messages.map(\.text)
            return (Self.done, outcome.newestFirst ? texts.reversed() : texts)
        }
    }

    func delete(_ kind: Item.Kind, _ id: ServiceID) async -> Answer {
        answer { state in
            let isThere = kind == .image ? state.images.contains(id) : state.messages.contains { $0.id == id }
            guard isThere else { return Answer(.notFound, status: 404, appleCode: 4_040_015) }
            state.images.remove(id)
            state.messages.removeAll { $0.id == id }
            state.deleted.insert(id)
            return Self.done
        }
    }

    func delete(_ id: ServiceID, in form: UnusualForm) async -> Answer { await delete(.message, id) }

    func getDefault(_ slot: DefaultSlot) async -> (answer: Answer, id: ServiceID?) {
        answer { _ in
            guard outcome.locales.contains(slot.locale) else { return (Self.refused(4_000_164), nil) }
            return (Answer(.notFound, status: 404, appleCode: 4_040_020), nil)
        }
    }

    func getRealtimeURL() async -> (answer: Answer, url: String?) {
        answer { state in
            state.realtimeReads += 1
            guard state.realtimeReads > outcome.realtimeReads else {
                return (Answer(.notFound, status: 404, appleCode: 4_040_021), nil)
            }
            var answer = Answer(.throttled, status: 429, appleCode: 4_290_000, retryAt: outcome.retryAt)
            answer.retryAfter = outcome.retryAt.map { "\($0.seconds)000" }
            return (answer, nil)
        }
    }

    func setDefault(_ slot: DefaultSlot, to id: ServiceID) async -> Answer { Answer(.accessRefused) }
    func deleteDefault(_ slot: DefaultSlot) async -> Answer { Answer(.accessRefused) }
}
