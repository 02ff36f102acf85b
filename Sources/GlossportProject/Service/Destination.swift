/// One app in one environment: what a run uploads to, and what quotas are counted for.
package struct Destination: Sendable, Hashable, Encodable, CustomStringConvertible {
    /// The bundle ID.
    package var app: String
    package var environment: ServiceEnvironment

    package init(app: String, environment: ServiceEnvironment) {
        self.app = app
        self.environment = environment
    }

    package var description: String { "\(app) (\(environment.rawValue))" }
}

/// Apple keeps messages, images and defaults apart per environment.
public enum ServiceEnvironment: String, Sendable, Hashable, Codable, CaseIterable {
    /// For trials: Apple approves by itself, and no customer sees anything.
    case sandbox
    /// The environment that customers see.
    case production
}
