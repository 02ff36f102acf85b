import ArgumentParser
import GlossportChecking

/// How to reach the service.
struct ServiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Another address instead of Apple's, such as an emulator's.",
            discussion: "https, or http on this machine.",
            valueName: "url"
        )
    )
    var endpoint: String?

    @Option(
        name: .customLong("ca-file"),
        help: ArgumentHelp(
            "Certificates to trust instead of this machine's.",
            discussion: """
                For a proxy (HTTPS_PROXY) that signs with its own certificate, or a machine that has none at all.
                """,
            valueName: "path"
        )
    )
    var caFile: String?

    @Option(
        name: .customLong("issuer-id"),
        help: ArgumentHelp(
            "The issuer ID from App Store Connect.",
            valueName: "uuid"
        )
    )
    var issuerID: String?

    @Option(
        name: .customLong("key-id"),
        help: ArgumentHelp(
            "The key ID of the In-App Purchase key.",
            valueName: "id"
        )
    )
    var keyID: String?

    @Option(
        name: .customLong("private-key-file"),
        help: ArgumentHelp(
            "The .p8 file.",
            discussion:
                "Or GLOSSPORT_PRIVATE_KEY with its content.",
            valueName: "path"
        )
    )
    var privateKeyFile: String?

    @Flag(
        name: .customLong("ignore-pause"),
        help: "Send although the service has asked to wait, such as after a proxy has made up that answer."
    )
    var ignorePause = false

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
