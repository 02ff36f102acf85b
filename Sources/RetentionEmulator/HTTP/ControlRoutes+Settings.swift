import Foundation
import Hummingbird

/// Faults and budgets, configurable while the emulator runs.
extension ControlRoutes {
    private struct FaultSettings: Codable {
        var faults: [String]
        var seed: UInt64?
    }

    private struct FaultsInForce: Encodable {
        var faults: [String]
        var seed: UInt64
        /// All fault names, with the form of their arguments.
        var known: [String]
        var meanings: [String: String]
    }

    private struct BudgetSettings: Decodable {
        var profile: String?
        var budgets: [String: Int?]?
    }

    private struct BudgetsInForce: Encodable {
        /// Requests per hour of every endpoint; `null` means no limit.
        var budgets: [String: Int?]
        var hourMilliseconds: Int64
        var window: String
    }

    func faults() throws -> Response {
        let plan = emulator.withState { $0.faults }
        let meanings = Dictionary(uniqueKeysWithValues: Fault.known)
        return try Self.json(
            FaultsInForce(faults: plan.rules.map(\.text), seed: plan.seed, known: Fault.names, meanings: meanings)
        )
    }

    func setFaults(_ body: Data) throws -> Response {
        guard let settings = try? JSONDecoder().decode(FaultSettings.self, from: body) else {
            return try Self.refuse(
                #"send {"faults": ["drop-after-commit=0.1"], "seed": 1}; an empty list ends all faults"#
            )
        }
        do {
            let rules = try settings.faults.map(FaultRule.init)
            emulator.withState { state in
                state.faults = FaultPlan(rules, seed: settings.seed ?? state.faults.seed)
            }
        } catch let error as FaultSyntaxError {
            return try Self.refuse(error.description)
        }
        return try faults()
    }

    func budgets() throws -> Response {
        let rules = emulator.withState { $0.rules }
        let all = Endpoint.allCases.map { ($0.rawValue, rules.allowances[$0]) }
        return try Self.json(
            BudgetsInForce(
                budgets: Dictionary(uniqueKeysWithValues: all),
                hourMilliseconds: rules.hour.wholeMicroseconds / 1_000,
                window: rules.window.rawValue
            )
        )
    }

    /// Sets allowances, and restarts the budgets of their endpoints.
    func setBudgets(_ body: Data) throws -> Response {
        guard let settings = try? JSONDecoder().decode(BudgetSettings.self, from: body) else {
            return try Self.refuse(
                #"send {"budgets": {"uploadMessage": 20, "listMessages": null}, "profile": "sandbox"}"#
            )
        }
        var allowances: [Endpoint: Int?] = [:]
        if let name = settings.profile {
            guard let profile = RateProfile(rawValue: name) else {
                let known = RateProfile.allCases.map(\.rawValue).joined(separator: ", ")
                return try Self.refuse("'\(name)' is not a profile; the profiles are \(known)")
            }
            for endpoint in Endpoint.allCases { allowances[endpoint] = .some(profile.allowances[endpoint]) }
        }
        for (name, requests) in settings.budgets ?? [:] {
            guard let endpoint = Endpoint(rawValue: name) else {
                let known = Endpoint.allCases.map(\.rawValue).joined(separator: ", ")
                return try Self.refuse("'\(name)' is not an endpoint; the endpoints are \(known)")
            }
            guard (0...1_000_000).contains(requests ?? 0) else {
                return try Self.refuse("write 0 to 1000000 requests per hour, or null for no limit")
            }
            allowances[endpoint] = .some(requests)
        }
        emulator.withState { $0.allow(allowances) }
        return try budgets()
    }
}
