/// The active fault rules, and the seed of their random choices.
package struct FaultPlan: Sendable {
    /// The rules; the first one that matches a request is applied.
    package var rules: [FaultRule]
    /// The seed; equal seeds cause equal faults.
    package var seed: UInt64

    package init(_ rules: [FaultRule] = [], seed: UInt64 = 0) {
        self.rules = rules
        self.seed = seed
    }

    /// The rule that applies to a request, if any.
    ///
    /// - Parameters:
    ///   - sequence: The request's number, from 1.
    ///   - endpoint: The request's endpoint.
    ///   - endpointSequence: The request's number at that endpoint, from 1.
    /// - Returns: The first matching rule.
    package func strike(sequence: Int, endpoint: Endpoint, endpointSequence: Int) -> FaultRule? {
        for (index, rule) in rules.enumerated() {
            if let only = rule.endpoint, only != endpoint { continue }
            switch rule.occasion {
            case .probability(let probability):
                let choice = SeededChoice(seed: seed, UInt64(sequence), UInt64(index))
                if choice.fraction < probability { return rule }
            case .numbers(let ranges):
                let number = rule.endpoint == nil ? sequence : endpointSequence
                if ranges.contains(where: { $0.contains(number) }) { return rule }
            }
        }
        return nil
    }
}
