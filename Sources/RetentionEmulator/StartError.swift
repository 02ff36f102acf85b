/// Why an emulator cannot start, and what to do about it.
package struct StartError: Error, CustomStringConvertible {
    /// A sentence for the person who started it.
    package let description: String

    /// An error with its sentence.
    package init(_ description: String) {
        self.description = description
    }

    /// Runs something that may fail for reasons only a programmer would understand.
    static func explaining<Value>(_ sentence: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw StartError(sentence)
        }
    }
}
