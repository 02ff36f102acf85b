/// The configuration of an emulator.
package struct EmulatorOptions: Sendable {
    package var rules: Rules
    package var tokens = TokenRules()
    package var address = ListenAddress.loopback
    /// The host names that requests may use.
    package var hosts = HostRule()
    package var faults: [FaultRule] = []
    /// Whether the account has access; without it, requests with a valid token are answered with a bare 404.
    package var hasAccess = true
    /// The certificate and key for TLS; without them, the emulator serves plain HTTP.
    package var identity: TLSIdentity?
    package var requestLogPath: String?
    /// The maximum size of a JSON body; a larger one is answered with 413 (EMULATOR CHOICE).
    package var maximumJSONBytes = 1 << 20
    /// The maximum size of an image; a larger one is answered with 413 (EMULATOR CHOICE).
    package var maximumImageBytes = 32 << 20

    /// The default configuration of an environment.
    package init(environment: ServiceEnvironment) {
        rules = Rules(environment: environment)
    }
}
