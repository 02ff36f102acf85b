import ArgumentParser
import GlossportChecking
import GlossportReading

/// How to reach the service.
struct ServiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Another address than Apple's: an emulator's; or sandbox=URL,production=URL.",
            valueName: "url"
        )
    )
    var endpoint: String?

    @Option(
        name: .customLong("ca-file"),
        help: ArgumentHelp("Certificates to trust, such as a proxy's.", valueName: "path"),
        completion: .file()
    )
    var caFile: String?

    @Option(
        name: .customLong("issuer-id"),
        help: ArgumentHelp("The issuer ID from App Store Connect.", valueName: "uuid")
    )
    var issuerID: String?

    @Option(
        name: .customLong("key-id"),
        help: ArgumentHelp("The ID of the In-App Purchase key.", valueName: "id")
    )
    var keyID: String?

    @Option(
        name: .customLong("private-key-file"),
        help: ArgumentHelp("Its .p8 file; or set GLOSSPORT_PRIVATE_KEY.", valueName: "path"),
        completion: .file(extensions: ["p8"])
    )
    var privateKeyFile: String?

    @Flag(
        name: .customLong("allow-shared-key"),
        help: ArgumentHelp(
            "Take the .p8 file although others than you and root can read or exchange it.",
            discussion: "What Kubernetes, Docker and systemd mount needs no such leave."
        )
    )
    var allowsSharedKey = false

    @Option(
        help: ArgumentHelp(
            "Add a line of JSON for each request and its answer to a file, without secrets and texts.",
            valueName: "file"
        ),
        completion: .file()
    )
    var log: String?

    @Flag(
        name: .customLong("ignore-pause"),
        help: "Send although the service has asked to wait."
    )
    var ignorePause = false

    /// The address for an environment, if it is not Apple's.
    ///
    /// - Throws: ``GlossportError`` if there are addresses by environment, and none for this one: Apple's would be a surprise.
    func endpoint(for environment: ServiceEnvironment) throws -> String? {
        guard let endpoint, endpoint.hasPrefix("sandbox=") || endpoint.hasPrefix("production=") else { return endpoint }
        let prefix = environment.rawValue + "="
        guard let own = endpoint.split(separator: ",").first(where: { $0.hasPrefix(prefix) }) else {
            throw GlossportError(
                .invalidOption,
                "--endpoint names no address for \(environment.rawValue).",
                remedy: "Add \(prefix)URL to it, after a comma."
            )
        }
        return String(own.dropFirst(prefix.count))
    }

    func validate() throws {
        // Both go to the service as they are; what they hold by mistake is not repeated.
        if let issuerID, !Project.Credentials.isIssuerID(issuerID) {
            throw ValidationError("The value of '--issuer-id' is no UUID; App Store Connect shows it above the keys.")
        }
        if let keyID, !Project.Credentials.isKeyID(keyID) {
            throw ValidationError("The value of '--key-id' is no ID of a key: Apple's have ten letters and digits.")
        }
    }
}
