/// The contexts that the header of a Trados file defines; groups of units refer to them by their ids.
///
/// Trados replaces the ids of units by GUIDs. Its file types write a string's key into a context's description.
struct TradosContexts {
    struct Context {
        var type: String
        var description: String
        /// Whether Trados compares translations by this context, as it does with keys.
        var isForMatching: Bool
    }

    /// The type of the context that contains a string's key.
    static let stringKey = "sdl:sid"

    private static let maximumBytes = 32 << 20
    /// The approximate size of an entry beside its texts.
    private static let entryBytes = 128
    private var byID: [String: Context] = [:]
    private var bytes = 0

    /// Records a definition; those beyond the memory limit and those without a description are ignored.
    mutating func define(_ id: String?, type: String?, description: String?, purpose: String?) {
        guard let id, let type, let description, !type.isEmpty, !description.isEmpty else { return }
        bytes += id.utf8.count + type.utf8.count + description.utf8.count + Self.entryBytes
        if bytes > Self.maximumBytes { return }
        byID[id] = Context(type: type, description: description, isForMatching: purpose == "Match")
    }

    subscript(id: String) -> Context? { byID[id] }
}
