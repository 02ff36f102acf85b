import ArgumentParser
import GlossportChecking

/// How to reach the service.
struct ServiceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Another address instead of Apple's, such as an emulator's.",
            discussion: "https, or http on this machine.\nExample: --endpoint http://127.0.0.1:8080",
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
                Example: --ca-file company-ca.pem
                """,
            valueName: "path"
        )
    )
    var caFile: String?

    @Option(
        name: .customLong("issuer-id"),
        help: ArgumentHelp(
            "The issuer ID from App Store Connect.",
            discussion: "Example: --issuer-id 57246542-96fe-1a63-e053-0824d011072a",
            valueName: "uuid"
        )
    )
    var issuerID: String?

    @Option(
        name: .customLong("key-id"),
        help: ArgumentHelp(
            "The key ID of the In-App Purchase key.",
            discussion: "Example: --key-id 2X9R4HXF34",
            valueName: "id"
        )
    )
    var keyID: String?

    @Option(
        name: .customLong("private-key-file"),
        help: ArgumentHelp(
            "The .p8 file.",
            discussion:
                "Or GLOSSPORT_PRIVATE_KEY with its content.\nExample: --private-key-file ~/AuthKey_2X9R4HXF34.p8",
            valueName: "path"
        )
    )
    var privateKeyFile: String?

    @Option(
        help: ArgumentHelp(
            "How to spend the hour's allowance.",
            discussion: """
                hourly, the default, sends as fast as the connection takes it until the allowance is used up; steady \
                spreads it evenly.
                Example: --pace steady
                """,
            valueName: "pace"
        )
    )
    var pace: Pace?

    @Option(
        name: .customLong("quota-share"),
        help: ArgumentHelp(
            "The part of the hour's allowance that may be used, if other tools need the rest.",
            discussion: "More than 0, at most 1. Example: --quota-share 0.9",
            valueName: "part"
        )
    )
    var quotaShare: Double = 1

    @Flag(
        name: .customLong("ignore-pause"),
        help: ArgumentHelp(
            "Send although the service has asked to wait, such as after a proxy has made up that answer.",
            discussion: "Example: --ignore-pause"
        )
    )
    var ignorePause = false

    @Option(
        help: ArgumentHelp(
            "How many requests may be in flight, 1 to 256.",
            discussion: "Example: --concurrency 32",
            valueName: "number"
        )
    )
    var concurrency: Int = 16

    @Option(
        name: .customLong("if-exists"),
        help: ArgumentHelp(
            "What to make of an id that was chosen by hand and is taken.",
            discussion: "Example: --if-exists skip",
            valueName: "what"
        )
    )
    var ifExists: IfExists = .fail

    @OptionGroup var absence: AbsenceOptions

    func validate() throws {
        // Both go to the service as they are; what they hold by mistake is not repeated.
        if let issuerID, !Project.Credentials.isIssuerID(issuerID) {
            throw ValidationError("The value of '--issuer-id' is no UUID; App Store Connect shows it above the keys.")
        }
        if let keyID, !Project.Credentials.isKeyID(keyID) {
            throw ValidationError("The value of '--key-id' is no ID of a key: Apple's have ten letters and digits.")
        }
        guard (1...256).contains(concurrency) else {
            throw ValidationError("--concurrency must be a number from 1 to 256.")
        }
        guard quotaShare > 0, quotaShare <= 1 else {
            throw ValidationError("--quota-share must be more than 0 and at most 1.")
        }
    }
}

/// What an id that is already there means, if the team chose it.
enum IfExists: String, ExpressibleByArgument, CaseIterable {
    case fail, skip
}

/// A duration as people write it: `90s`, `15m`, `2h`.
struct DurationArgument: CustomStringConvertible {
    var duration: Duration

    init(_ duration: Duration) { self.duration = duration }

    /// Throws a sentence that says how durations are written.
    init(_ argument: String) throws {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]
        guard let last = argument.last, let unit = units[last], let number = Int(argument.dropLast()), number >= 0,
            number <= 1_000_000
        else { throw ValidationError("Write a duration such as 90s, 15m or 2h.") }
        duration = .seconds(number * unit)
    }

    /// The default, as help shows it.
    var description: String {
        let seconds = duration.components.seconds
        return seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
    }
}
