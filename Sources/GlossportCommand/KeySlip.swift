import GlossportChecking
import GlossportReading

/// Finds a private key that was given where another value belongs, before anything could quote it or send it away.
enum KeySlip {
    /// Looks at everything that the command was given.
    ///
    /// A line break counts as well: no value but the key has one, and a key pasted into the wrong variable has many.
    ///
    /// - Parameters:
    ///   - arguments: What the user typed.
    ///   - environment: The variables.
    /// - Throws: ``GlossportError`` that names the place and repeats nothing of the value.
    static func check(_ arguments: [String], environment: [String: String]) throws {
        for (index, argument) in arguments.enumerated() {
            try check(argument, name(of: index, in: arguments))
        }
        for (variable, value) in environment.sorted(by: { $0.key < $1.key }) {
            let isOurs = variable.hasPrefix("GLOSSPORT_") && variable != "GLOSSPORT_PRIVATE_KEY"
            let isProxy = ["HTTPS_PROXY", "NO_PROXY"].contains(variable.uppercased())
            guard isOurs || isProxy else { continue }
            try check(value, "The environment variable \(variable)")
        }
    }

    private static func check(_ value: String, _ name: @autoclosure () -> String) throws {
        if KeyMaterial.isIn(value) {
            throw GlossportError(
                .invalidOption,
                "\(name()) holds what looks like a private key; nothing was done with it.",
                remedy:
                    "Give the key's content in GLOSSPORT_PRIVATE_KEY, or the path of its file in --private-key-file, and nowhere else."
            )
        }
        if value.unicodeScalars.contains(where: { $0 == "\n" || $0 == "\r" }) {
            throw GlossportError(
                .invalidOption,
                "\(name()) holds a line break.",
                remedy: "Give its value in one line; only GLOSSPORT_PRIVATE_KEY may have several."
            )
        }
    }

    /// What to call an argument: its flag if it has one, else its number.
    private static func name(of index: Int, in arguments: [String]) -> String {
        let flag = /--?[A-Za-z][A-Za-z-]{0,40}/
        if let match = arguments[index].prefixMatch(of: flag), arguments[index][match.range.upperBound...].first == "="
        {
            return String(match.output)
        }
        if index > 0, let match = arguments[index - 1].wholeMatch(of: flag) { return String(match.output) }
        return "Argument \(index + 1)"
    }
}
