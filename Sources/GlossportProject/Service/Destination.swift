/// One app in one environment; each has separate uploads and quotas.
package struct Destination: Sendable, Hashable, Encodable, CustomStringConvertible {
    package var app: String
    package var environment: ServiceEnvironment

    package init(app: String, environment: ServiceEnvironment) {
        self.app = app
        self.environment = environment
    }

    package var description: String { "\(app) (\(environment.rawValue))" }
}

/// One of Apple's environments, each with separate messages, images and defaults.
public enum ServiceEnvironment: String, Sendable, Hashable, Codable, CaseIterable {
    /// For tests: Apple approves automatically, and no customer sees the messages.
    case sandbox
    case production
}
