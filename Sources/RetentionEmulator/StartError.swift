/// The reason why an emulator cannot start.
package struct StartError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// Replaces a technical error with a sentence for the user.
    static func explaining<Value>(_ sentence: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw StartError(sentence)
        }
    }
}
