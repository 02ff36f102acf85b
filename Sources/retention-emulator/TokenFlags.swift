import ArgumentParser
private import Foundation
import RetentionEmulator

/// The accepted tokens.
struct TokenFlags: ParsableArguments {
    @Option(help: ArgumentHelp("Verify tokens with this public key (PEM, P-256).", valueName: "file"))
    var publicKey: String?

    @Flag(help: "Accept any token that names a bundle ID, without checking its signature or times.")
    var acceptAnyToken = false

    @Option(help: ArgumentHelp("Required key ID ('kid').", valueName: "id"))
    var keyId: String?

    @Option(help: ArgumentHelp("Required issuer ID ('iss').", valueName: "id"))
    var issuerId: String?

    @Option(help: ArgumentHelp("Bundle ID ('bid') to accept; repeatable (default: all).", valueName: "id"))
    var bundleId: [String] = []

    func apply(to options: inout EmulatorOptions) throws {
        // Not in `validate`, which would run before unknown flags are reported.
        guard (publicKey != nil) != acceptAnyToken else {
            throw ValidationError(
                acceptAnyToken
                    ? "--public-key and --accept-any-token cannot be combined."
                    : "Choose how to treat tokens: add --public-key FILE or --accept-any-token."
            )
        }
        if let publicKey {
            guard let pem = try? String(contentsOfFile: publicKey, encoding: .utf8) else {
                throw StartError("The public key '\(publicKey)' cannot be read.")
            }
            options.tokens.publicKeyPEM = pem
        }
        options.tokens.keyID = keyId
        options.tokens.issuerID = issuerId
        options.tokens.bundleIDs = bundleId.isEmpty ? nil : Set(bundleId)
    }
}
