private import Foundation

/// What `glossport help` explains besides the commands.
enum HelpTopic: String, CaseIterable {
    case exitCodes = "exit-codes"
    case environment
    case keys
    case untrusted

    /// What it is about, in half a line.
    var abstract: String {
        switch self {
        case .exitCodes: "what the exit codes mean"
        case .environment: "which environment variables count"
        case .keys: "how the vendor's keys name messages and fields"
        case .untrusted: "how files of strangers are read"
        }
    }

    /// All of them, for the help of the whole.
    static var list: String {
        allCases.map {
            "  glossport help \($0.rawValue)".padding(toLength: 30, withPad: " ", startingAt: 0) + $0.abstract
        }
        .joined(separator: "\n")
    }

    var text: String {
        switch self {
        case .exitCodes:
            """
            EXIT CODES
            \(ExitStatus.helpText)
            """
        case .environment:
            """
            Every flag can also be given as an environment variable: --min-state is GLOSSPORT_MIN_STATE. A flag beats the variable, and the \
            variable beats the project file. Switches such as --yes take true or false.

            These are no flags:
              GLOSSPORT_PRIVATE_KEY  the private key itself, instead of its file
              HTTPS_PROXY, NO_PROXY  the way to the service
              NO_COLOR               no colours (`--color never`)
              CLICOLOR_FORCE         colours also off a terminal
              XDG_CONFIG_HOME        where your own list of readers is
              XDG_CACHE_HOME         where descriptions of readers are kept
            """
        case .keys:
            """
            The project file's `keys` says how a vendor's key names a message and one of its fields. It is {message}.{field} unless it is \
            written otherwise: keep-annual.header is the header of the message keep-annual.

            FIELDS
              header, body, altText            the texts, and the description of the image
              bullets.N.text                   the text of bullet point N, counted from 1
              bullets.N.altText                the description of its icon

            EXAMPLES
              keys: "{message}.{field}"        keep-annual.bullets.1.text
              keys: "{message}_{field}"        keep-annual_header
              keys: "retention/{message}/{field}"
            """
        case .untrusted:
            Trust.helpText
        }
    }
}
