import Glossport
import GlossportProject
import GlossportReading

extension ServiceID {
    private static let fewest = 4

    /// Parses a complete id, or a prefix of at least four digits that identifies one id in the journal.
    init(
        argument text: String,
        among records: [ItemRecord],
        _ names: [ServiceID: MessageName] = [:],
        remedy: String
    ) throws {
        if let id = ServiceID(text) {
            self = id
            return
        }
        let start = text.lowercased().filter { $0 != "-" }
        guard start.allSatisfy(\.isHexDigit), !start.isEmpty else {
            throw GlossportError(.invalidOption, "“\(text)” is not a UUID.", remedy: remedy)
        }
        guard start.count >= Self.fewest else {
            throw GlossportError(.invalidOption, "“\(text)” is too short for an id.", remedy: remedy)
        }
        let known = records.map { ($0.item.id, $0.item.title) } + names.map { ($0.key, $0.value.title) }
        let found = known.filter { id, _ in id.digits.hasPrefix(start) }
        guard let (id, _) = found.first else {
            throw GlossportError(
                .invalidOption,
                "The journal contains no id that begins with “\(text)”.",
                remedy: remedy
            )
        }
        guard found.count == 1 else {
            let few = Plural.few(found.map { "\($0) (\($1))" }, 5)
            throw GlossportError(
                .invalidOption,
                "\(found.count) ids begin with “\(text)”.",
                remedy: "Write more digits of the one you mean: \(few)."
            )
        }
        self = id
    }

    /// Whether a text is a complete id, not a prefix.
    static func isWhole(_ text: String) -> Bool { ServiceID(text) != nil }

    fileprivate var digits: String { description.filter { $0 != "-" } }
}

extension Workspace {
    /// Parses the ids that the user has typed; reads the journal only if one of them is incomplete.
    func ids(_ texts: [String], of kind: Item.Kind? = nil, remedy: String) async throws -> [ServiceID] {
        var records: [ItemRecord] = []
        var names: [ServiceID: MessageName] = [:]
        if !texts.allSatisfy(ServiceID.isWhole) {
            let journal = try await store.open(.readOnly)
            defer { journal.close() }
            (records, names) = try await journal.read(at: try destination()) { state in
                (
                    try state.allRecords().filter { kind == nil || $0.item.kind == kind },
                    kind == .image ? [:] : state.names
                )
            }
        }
        return try texts.map { try ServiceID(argument: $0, among: records, names, remedy: remedy) }
    }
}
