private import Foundation
import GlossportProject
import GlossportReading

/// The environment variables of Glossport: a flag overrides its variable, and a variable overrides the project file.
enum EnvironmentVariable: String, CaseIterable {
    case project = "GLOSSPORT_PROJECT"
    case environment = "GLOSSPORT_ENVIRONMENT"
    case journal = "GLOSSPORT_JOURNAL"
    case endpoint = "GLOSSPORT_ENDPOINT"
    case issuerID = "GLOSSPORT_ISSUER_ID"
    case keyID = "GLOSSPORT_KEY_ID"
    case privateKey = "GLOSSPORT_PRIVATE_KEY"
    case privateKeyFile = "GLOSSPORT_PRIVATE_KEY_FILE"

    static let prefix = "GLOSSPORT_"

    /// The value; `nil` if the variable is missing or empty, because CI systems pass a missing secret as an empty
    /// variable.
    var value: String? { ProcessInfo.processInfo.environment[rawValue].flatMap { $0.isEmpty ? nil : $0 } }

    /// The service environment that the variable names; ``check(_:)`` refuses an invalid name.
    static var serviceEnvironment: ServiceEnvironment? { environment.value.flatMap(ServiceEnvironment.init) }

    /// Refuses unknown variables and invalid values: otherwise, with the typo `GLOSSPORT_ENVIROMENT=production`, an
    /// import would succeed in the sandbox.
    static func check(_ variables: [String: String]) throws {
        for (name, value) in variables.sorted(by: { $0.key < $1.key }) where name.hasPrefix(prefix) && !value.isEmpty {
            guard let variable = EnvironmentVariable(rawValue: name) else { throw unknown(name) }
            guard let remedy = variable.expectation(of: value) else { continue }
            // The value is not repeated in the error, because it may be a secret.
            throw GlossportError(
                .invalidOption,
                "The environment variable \(name) has an invalid value.",
                remedy: remedy
            )
        }
    }

    /// How to write the value; `nil` if it is valid.
    private func expectation(of value: String) -> String? {
        switch self {
        case .environment where ServiceEnvironment(rawValue: value) == nil: "Set it to sandbox or production."
        case .issuerID where !Project.Credentials.isIssuerID(value):
            "Set it to a UUID; App Store Connect shows the issuer ID above the keys."
        case .keyID where !Project.Credentials.isKeyID(value):
            "Set it to the ID of a key: Apple's key IDs have ten letters and digits."
        default: nil
        }
    }

    private static func unknown(_ name: String) -> GlossportError {
        // Without the common prefix, which would make any two names similar.
        let names = allCases.map { String($0.rawValue.dropFirst(prefix.count)) }
        let nearest = Spelling.nearest(to: String(name.dropFirst(prefix.count)), among: names).map { prefix + $0 }
        return GlossportError(
            .invalidOption,
            "Unknown environment variable \(name).",
            remedy: nearest.isEmpty
                ? "Variables: \(allCases.map(\.rawValue).joined(separator: ", ")). Names of your own must not begin with \(prefix)."
                : "Did you mean \(nearest.joined(separator: " or "))?"
        )
    }
}
