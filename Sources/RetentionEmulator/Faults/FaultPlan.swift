/// All fault rules in force, and the seed that decides between them.
package struct FaultPlan: Sendable {
    /// The rules, of which the first that strikes is applied.
    package var rules: [FaultRule]
    /// Same seed, same faults.
    package var seed: UInt64

    /// A plan of these rules.
    package init(_ rules: [FaultRule] = [], seed: UInt64 = 0) {
        self.rules = rules
        self.seed = seed
    }

    /// The rule that strikes a request, if any.
    ///
    /// - Parameters:
    ///   - sequence: The request's number, from 1.
    ///   - endpoint: Where it goes.
    ///   - endpointSequence: Its number among the requests of that endpoint, from 1.
    /// - Returns: The first rule that strikes.
    package func strike(sequence: Int, endpoint: Endpoint, endpointSequence: Int) -> FaultRule? {
        for (lane, rule) in rules.enumerated() {
            if let only = rule.endpoint, only != endpoint { continue }
            switch rule.occasion {
            case .probability(let probability):
                let choice = SeededChoice(seed: seed, UInt64(sequence), UInt64(lane))
                if choice.fraction < probability { return rule }
            case .numbers(let ranges):
                let number = rule.endpoint == nil ? sequence : endpointSequence
                if ranges.contains(where: { $0.contains(number) }) { return rule }
            }
        }
        return nil
    }
}
