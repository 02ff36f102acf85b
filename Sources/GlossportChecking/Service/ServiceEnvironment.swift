/// Apple keeps messages, images and defaults apart per environment.
package enum ServiceEnvironment: String, Sendable, Hashable, Codable, CaseIterable {
    case sandbox
    case production
}
