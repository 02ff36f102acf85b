/// A fault and its occasion: `NAME[:ARGUMENT][/ENDPOINT]` followed by `=PROBABILITY` or `@N`, `@N-M`, `@N,M`.
package struct FaultRule: Hashable, Sendable {
    /// Selects the affected requests.
    package enum Occasion: Hashable, Sendable {
        /// Each request with this probability.
        case probability(Double)
        /// The requests with these numbers, counted from 1.
        case numbers([ClosedRange<Int>])
    }

    package let fault: Fault
    /// The fault with its argument, as written.
    package let label: String
    /// The only affected endpoint, so that `@N` counts only its requests; `nil` affects all endpoints.
    package let endpoint: Endpoint?
    package let occasion: Occasion
    /// The rule as written.
    package let text: String

    /// Parses a rule.
    ///
    /// - Parameter text: For example `drop-after-commit=0.1`, `500-before@17` or `delay:2s/uploadMessage@3-5`.
    /// - Throws: ``FaultSyntaxError`` with the remedy.
    package init(_ text: String) throws {
        guard let sign = text.lastIndex(where: { $0 == "=" || $0 == "@" }) else {
            throw FaultSyntaxError(
                rule: text,
                reason: "add when it applies: '=0.1' for a probability or '@17' for a request"
            )
        }
        let parts = text[..<sign].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let words = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let fault = Fault(name: words[0], argument: words.count == 2 ? String(words[1]) : nil) else {
            throw FaultSyntaxError(rule: text, reason: Self.reason(words[0]))
        }
        self.fault = fault
        self.text = text
        label = String(parts[0])
        if parts.count == 2 {
            guard let endpoint = Endpoint(rawValue: String(parts[1])) else {
                let known = Endpoint.allCases.map(\.rawValue).joined(separator: ", ")
                throw FaultSyntaxError(rule: text, reason: "the endpoints are \(known)")
            }
            self.endpoint = endpoint
        } else {
            endpoint = nil
        }
        let when = text[text.index(after: sign)...]
        if text[sign] == "=" {
            guard let probability = Double(when), (0...1).contains(probability) else {
                throw FaultSyntaxError(rule: text, reason: "a probability must be between 0 and 1")
            }
            occasion = .probability(probability)
        } else {
            let ranges = when.split(separator: ",").map(Self.range)
            guard !ranges.isEmpty, !ranges.contains(nil) else {
                throw FaultSyntaxError(rule: text, reason: "write request numbers as @17, @3-5 or @3,9")
            }
            occasion = .numbers(ranges.compactMap(\.self))
        }
    }

    /// The reason why a fault's name or argument is invalid.
    private static func reason(_ name: Substring) -> String {
        guard let known = Fault.names.first(where: { $0.prefix { $0 != ":" } == name }) else {
            return "the faults are \(Fault.names.joined(separator: ", "))"
        }
        let examples = ["TIME": "2s", "FORM+TIME": "ms+2s", "SHARE": "0.5", "BYTES": "8388608"]
        let argument = known.dropFirst(name.count + 1)
        return argument.isEmpty
            ? "\(name) takes no argument"
            : "the argument of \(name) is \(argument), such as \(name):\(examples[String(argument)] ?? "")"
    }

    private static func range(_ text: Substring) -> ClosedRange<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = ends.first.flatMap(\.self), let last = ends.last.flatMap(\.self) else { return nil }
        guard ends.count <= 2, first >= 1, first <= last else { return nil }
        return first...last
    }
}

package struct FaultSyntaxError: Error, CustomStringConvertible {
    /// The rule as written.
    package let rule: String
    package let reason: String

    package var description: String { "'\(rule)' is not a fault rule: \(reason)" }
}
