/// How an emulator is set up.
package struct EmulatorOptions: Sendable {
    /// The rules of the service.
    package var rules: Rules
    /// The rules for tokens.
    package var tokens = TokenRules()
    /// Where it listens.
    package var address = ListenAddress.loopback
    /// By which names it may be called.
    package var hosts = HostRule()
    /// The faults to begin with.
    package var faults: [FaultRule] = []
    /// Whether the account has been let in; without, every endpoint is a bare 404.
    package var hasAccess = true
    /// The certificate and key for TLS; without them, it serves plain HTTP.
    package var identity: TLSIdentity?
    /// Where to keep the request log.
    package var requestLogPath: String?
    /// The longest JSON body; more is answered 413 (EMULATOR CHOICE).
    package var maximumJSONBytes = 1 << 20
    /// The longest image; more is answered 413 (EMULATOR CHOICE).
    package var maximumImageBytes = 32 << 20

    /// The setup of an environment, with nothing out of the ordinary.
    package init(environment: ServiceEnvironment) {
        rules = Rules(environment: environment)
    }
}
