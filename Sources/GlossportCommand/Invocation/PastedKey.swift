import GlossportProject
import GlossportReading

extension Invocation {
    /// Refuses a private key that was pasted in place of another value, before that value could be printed or sent.
    ///
    /// Also refuses a line break: no valid value contains one, and a pasted key contains many.
    ///
    /// - Throws: ``GlossportError`` that names the place but does not repeat the value.
    func refusePastedKeys() throws {
        for (index, word) in words.enumerated() { try Self.refuseKey(in: word, at: place(of: index)) }
        for (variable, value) in environment.sorted(by: { $0.key < $1.key }) {
            let isOurs =
                variable.hasPrefix(EnvironmentVariable.prefix) && variable != EnvironmentVariable.privateKey.rawValue
            guard isOurs || ["HTTPS_PROXY", "NO_PROXY"].contains(variable.uppercased()) else { continue }
            try Self.refuseKey(in: value, at: "The environment variable \(variable)")
        }
    }

    private static func refuseKey(in value: String, at place: @autoclosure () -> String) throws {
        if KeyMaterial.isIn(value) {
            throw GlossportError(
                .invalidOption,
                "\(place()) appears to contain a private key; Glossport did not use it.",
                remedy:
                    "Pass the key only in GLOSSPORT_PRIVATE_KEY, or the path of its file in GLOSSPORT_PRIVATE_KEY_FILE."
            )
        }
        if value.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" }) {
            throw GlossportError(
                .invalidOption,
                "\(place()) contains a line break.",
                remedy: "Write its value on one line; only GLOSSPORT_PRIVATE_KEY may have several."
            )
        }
    }

    /// The flag of an argument or, without one, its position.
    private func place(of index: Int) -> String {
        let flag = /--?[A-Za-z][A-Za-z-]{0,40}/
        if let own = words[index].prefixMatch(of: flag), words[index][own.range.upperBound...].first == "=" {
            return String(own.output)
        }
        if index > 0, let before = words[index - 1].wholeMatch(of: flag) { return String(before.output) }
        return "Argument \(index + 1)"
    }
}
