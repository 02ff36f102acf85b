import Crypto
import Foundation
import Testing

/// A temporary folder with a project file and a private key.
final class TestProject: Sendable {
    let path: String

    static let app = "com.example.northlight"
    static let issuerID = "57246542-96fe-1a63-e053-0824d011072a"
    static let keyID = "2X9R4HXF34"
    static let keyFile = "AuthKey_2X9R4HXF34.p8"

    /// The private key in the format of a .p8 file.
    let privateKey: String
    /// The path of the public key, for the emulator.
    let publicKeyPath: String

    /// - Parameter extra: Lines of the project file in addition to app, environment and credentials.
    /// - Throws: An error if the folder cannot be written.
    init(_ extra: String = "") throws {
        outer = nil
        path =
            FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "glossport-e2e-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let key = P256.Signing.PrivateKey()
        privateKey = key.pemRepresentation
        publicKeyPath = path + "/public.pem"
        try write(privateKey + "\n", to: Self.keyFile, permissions: 0o600)
        try write(key.publicKey.pemRepresentation + "\n", to: "public.pem")
        try write(Self.projectFile(extra), to: "glossport.yaml")
    }

    /// The enclosing project, kept alive because its end would remove this folder, too.
    private let outer: TestProject?

    /// Creates a subfolder of another project, without a project file, as the current folder of commands.
    init(below outer: TestProject, _ name: String) throws {
        self.outer = outer
        path = outer.file(name)
        privateKey = outer.privateKey
        publicKeyPath = outer.publicKeyPath
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    static func projectFile(_ extra: String, environment: String = "sandbox") -> String {
        """
        app: \(app)
        environment: \(environment)
        credentials:
          issuerID: \(issuerID)
          keyID: \(keyID)
          privateKeyFile: \(keyFile)
        \(extra)

        """
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ text: String, to name: String, permissions: Int = 0o644) throws {
        let url = URL(fileURLWithPath: file(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
    }

    /// Adds lines to the project file.
    func configure(_ lines: String) throws { try write(text("glossport.yaml") + lines + "\n", to: "glossport.yaml") }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
    }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

    /// Copies the samples' deliveries into the project.
    func addSamples() throws {
        try FileManager.default.copyItem(
            atPath: Repository.file("samples/northlight/vendor"),
            toPath: file("vendor")
        )
    }

    /// Writes a campaign's delivery into the project.
    func add(_ campaign: Campaign, as name: String = "vendor/campaign.csv") throws {
        try write(campaign.csv, to: name)
    }
}

/// A synthetic delivery that contains each of its messages in each of its locales; no two texts are equal.
struct Campaign {
    var messages: Int
    var locales: Int

    /// 2,000 records, the maximum for an app.
    static let full = Campaign(messages: 40, locales: 50)
    static let small = Campaign(messages: 2, locales: 5)

    var count: Int { messages * locales }

    /// The delivery as CSV.
    ///
    /// Its texts consist of symbols, so no rule about languages applies.
    var csv: String {
        var text = "key,locale,text\n"
        for message in 1...messages {
            for (index, locale) in Self.codes.prefix(locales).enumerated() {
                text += "campaign-\(message).header,\(locale),\(Self.header(message, index))\n"
                text += "campaign-\(message).body,\(locale),\"\(message) ✦ \(index) ✧ ✦.\"\n"
            }
        }
        return text
    }

    /// Returns the header of a message in a locale, both given by number.
    static func header(_ message: Int, _ locale: Int) -> String { "\(message) ✦ \(locale) ✧" }

    /// The App Store's codes.
    private static let codes = [
        "ar-SA", "bn-BD", "ca", "cs", "da", "de-DE", "el", "en-AU", "en-CA", "en-GB", "en-US", "es-ES", "es-MX", "fi",
        "fr-CA", "fr-FR", "gu-IN", "he", "hi", "hr", "hu", "id", "it", "ja", "kn-IN", "ko", "ml-IN", "mr-IN", "ms",
        "nl-NL", "no", "or-IN", "pa-IN", "pl", "pt-BR", "pt-PT", "ro", "ru", "sk", "sl-SI", "sv", "ta-IN", "te-IN",
        "th",
        "tr", "uk", "ur-PK", "vi", "zh-Hans", "zh-Hant",
    ]
}
