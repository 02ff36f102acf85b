private import Foundation

/// The project file that `init` writes.
enum ProjectTemplate {
    static func text(app: String, delivery: String) -> String {
        let comments = 37
        let appLine = "app: \(app)".padding(toLength: max(comments, app.count + 6), withPad: " ", startingAt: 0)
        return """
            # Glossport's project file. Unknown keys are errors, so a slip of the pen can't pass.

            \(appLine)# the bundle ID
            environment: sandbox                 # sandbox | production; --environment may say it instead

            # From App Store Connect, Users and Access, Integrations, In-App Purchase. Keep the .p8 out of the repository and
            # readable by you alone (chmod 600), or put its content into GLOSSPORT_PRIVATE_KEY.
            credentials:
              issuerID: 00000000-0000-0000-0000-000000000000
              keyID: XXXXXXXXXX
              privateKeyFile: AuthKey_XXXXXXXXXX.p8

            # Files and folders, relative to this file. Formats are found by content.
            deliveries:
              - path: \(delivery)
            # - path: vendor/offers.csv
            #   format: csv                      # where the content does not say enough
            #   options: { key: id, delimiter: ";" }

            # How a unit's key names message and field. Fields: header, body, altText, bullets.1.text, bullets.1.altText …
            keys: "{message}.{field}"

            locales:
              expected: []                       # such as [en-US, de-DE, ja]: what is missing is an error
              map: {}                            # the vendor's code: ours, such as { es-419: es-MX }
            # fallback: false                    # true lets another region of a language stand in
            # minimumState: translated           # needs-review | translated | reviewed | final

            # Settings by message. If any are listed, others are not imported.
            messages: {}
            # keep-annual:
            #   kind: text                       # text | offer | switch-plan

            rules: {}                            # such as { target-equals-source: off }; error | warning | off
            pace: hourly                         # hourly: as fast as the hour's allowance permits | steady
            # budgets: { uploadMessage: 3600 }   # requests per hour, should Apple's table change
            journal: .glossport/journal.sqlite   # what was sent; keep it

            """
    }
}
