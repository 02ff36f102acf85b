import GlossportChecking
import GlossportReading

extension ServiceID {
    /// An id that the user has typed.
    ///
    /// - Parameters:
    ///   - text: What was typed.
    ///   - remedy: Where ids are to be had, as one sentence.
    /// - Throws: ``GlossportError`` with code `invalidOption` if it is none.
    init(argument text: String, remedy: Advice) throws {
        guard let id = ServiceID(text) else {
            throw GlossportError(.invalidOption, "“\(text)” is no UUID.", remedy: remedy)
        }
        self = id
    }
}
