import Glossport

/// What `glossport help` explains besides the commands.
enum HelpTopic: String, CaseIterable {
    case exitCodes = "exit-codes"
    case environment
    case keys
    case times
    case untrusted

    /// What it is about, in half a line.
    var abstract: String {
        switch self {
        case .exitCodes: "What the exit codes mean."
        case .environment: "Which environment variables count."
        case .keys: "How the vendor's keys name messages and fields."
        case .times: "How durations are written, and what is waited for."
        case .untrusted: "How files of strangers are read."
        }
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
        case .times:
            """
            A duration is written as 90s, 15m, 2h, 1h30m or 2d. Where something is waited for, forever may stand instead, except for reviews.

            LIMITS
              --deadline          the whole run; it ends cleanly, with exit code 10
              --wait-for-quota    quota, without progress; then exit code 9
              --wait-for-service  an answer, while nothing gets through; exit code 3
              --wait-for-lock     another run at the same app; then exit code 11
              --wait-for-review   Apple's review, after everything is uploaded; then
                                  exit code 9
            """
        case .untrusted:
            Trust.helpText
        }
    }
}
