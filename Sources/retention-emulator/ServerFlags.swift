import ArgumentParser
import RetentionEmulator

/// The address to listen on, the accepted host names, the request log, and TLS.
struct ServerFlags: ParsableArguments {
    @Option(help: ArgumentHelp("Port; 0 chooses a free one. The first line of output shows it."))
    var port = 8080

    @Option(
        help: ArgumentHelp(
            "IP address to listen on, such as 0.0.0.0 in a container (default: 127.0.0.1, this machine only).",
            valueName: "address"
        ),
        transform: { text in
            guard let address = ListenAddress(text) else {
                throw ValidationError(
                    "'\(text)' is not an IP address; 0.0.0.0 and :: mean all addresses of this machine"
                )
            }
            return address
        }
    )
    var listen: ListenAddress?

    @Option(
        help: ArgumentHelp(
            "Host name that clients may use, besides localhost; repeatable. With --listen, IP addresses are allowed as well.",
            valueName: "name"
        )
    )
    var allowHost: [String] = []

    @Option(help: ArgumentHelp("Append one JSON line per request to this file.", valueName: "file"))
    var requestLog: String?

    @Option(
        help: ArgumentHelp("Serve over TLS with the certificate in this file (PEM).", valueName: "file")
    )
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("Private key of the certificate (PEM).", valueName: "file"))
    var tlsKey: String?

    func apply(to options: inout EmulatorOptions) {
        options.address = listen ?? .loopback
        options.hosts = HostRule(names: allowHost, takesAddresses: !options.address.isLoopback)
        options.requestLogPath = requestLog
        if let tlsCertificate, let tlsKey {
            options.identity = TLSIdentity(certificatePath: tlsCertificate, keyPath: tlsKey)
        }
    }

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be between 0 and 65535") }
        for name in allowHost where name.isEmpty || name.contains(where: { "/:@ ".contains($0) }) {
            throw ValidationError("--allow-host takes a name without scheme and port, such as emulator")
        }
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key must be used together")
        }
    }
}
