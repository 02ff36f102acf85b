import Glossport

/// The topics that `glossport help` explains besides the commands.
enum HelpTopic: String, CaseIterable {
    case exitCodes = "exit-codes"
    case environment
    case keys
    case times
    case untrusted

    /// The topic, in half a line.
    var abstract: String {
        switch self {
        case .exitCodes: "Meaning of the exit codes."
        case .environment: "Environment variables that Glossport reads."
        case .keys: "How vendors' keys name messages and fields."
        case .times: "Durations, and the flags that limit waiting."
        case .untrusted: "How untrusted files are read."
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
            Every flag can also be given as an environment variable: --min-state is GLOSSPORT_MIN_STATE. A flag overrides the \
            variable, and the variable overrides the project file. Switches such as --yes take true or false.

            These variables have no flag:
              GLOSSPORT_PRIVATE_KEY  the private key itself, instead of its file
              HTTPS_PROXY, NO_PROXY  the proxy to the service
              NO_COLOR               no colours (`--color never`)
              CLICOLOR_FORCE         colours even without a terminal
              XDG_CONFIG_HOME        folder of your own list of readers
              XDG_CACHE_HOME         folder of cached reader descriptions
            """
        case .keys:
            """
            `keys` in the project file is the pattern of a vendor's keys: how each names a message and one of its fields. The \
            default is {message}.{field}: keep-annual.header is the header of the message keep-annual.

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
            Write a duration as 90s, 15m, 2h, 1h30m or 2d. Waiting times, except for reviews, can also be forever.

            LIMITS
              --deadline          the whole run; it ends cleanly, with exit code 10
              --wait-for-quota    quota, while nothing is sent; then exit code 9
              --wait-for-service  an answer, while no request succeeds; then exit code 6,
                                  or 3 during uploads
              --wait-for-lock     another run for the same app; then exit code 11
              --wait-for-review   Apple's review, after everything is uploaded; then
                                  exit code 9
            """
        case .untrusted:
            Trust.helpText
        }
    }
}
