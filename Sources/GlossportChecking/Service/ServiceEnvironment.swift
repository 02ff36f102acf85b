/// Apple keeps messages, images and defaults apart per environment.
public enum ServiceEnvironment: String, Sendable, Hashable, Codable, CaseIterable {
    /// For trials: Apple approves by itself, and no customer sees anything.
    case sandbox
    /// What customers see.
    case production
}
