package import GlossportReading

/// A new project file with the detected facts, and comments about other settings.
package enum ProjectTemplate {
    /// Writes the file.
    ///
    /// - Parameters:
    ///   - draft: The detected facts.
    ///   - schema: The path of the JSON Schema for editors, relative to the project file.
    /// - Returns: The file's text, which ``ProjectFile`` can parse.
    package static func text(_ draft: ProjectDraft, schema: String) -> String {
        """
        # yaml-language-server: $schema=\(schema)
        # Glossport's project file. Unknown keys are errors, so that typos are found.

        \(line("app: \(draft.app)", "the bundle ID"))
        \(line("environment: \(draft.environment.rawValue)", "sandbox | production; or use --environment"))

        # From App Store Connect, Users and Access, Integrations, In-App Purchase. Keep the .p8 out of the repository and
        # readable by you alone (chmod 600), or put its content into GLOSSPORT_PRIVATE_KEY.
        \(credentials(draft))

        # Files and folders, relative to this file. Formats are found by content.
        deliveries:
        \(draft.deliveries.flatMap { delivery($0, draft) }.joined(separator: "\n"))
        # - path: vendor/offers.csv
        #   format: csv                      # if the content does not identify the format
        #   options: { key: id, delimiter: ";" }

        # How a unit's key names message and field. Fields: header, body, altText, bullets.1.text, bullets.1.altText …
        keys: \(quoted(draft.keys.description))
        \(fields(draft))

        locales:
        \(locales(draft))
        # fallback: false                    # true: use another region of the same language
        # minimumState: translated           # needs-review | translated | reviewed | final

        # Settings by message. If any are listed, others are not imported.
        \(messages(draft))

        \(terms(draft))
        rules: {}                            # such as { target-equals-source: off }; error | warning | off
        pace: hourly                         # hourly: as fast as the hour's quota permits | steady
        # budgets: { uploadMessage: 3600 }   # requests per hour, should Apple's table change
        journal: .glossport/journal.sqlite   # what was sent; keep it

        """
    }

    /// The other names of fields in keys, as YAML; `nil` if there are none.
    package static func fields(of keys: KeyPattern) -> String? {
        keys.otherNames.isEmpty ? nil : "fields: { \(entries(keys.otherNames).joined(separator: ", ")) }"
    }

    /// The entries of `fields:`, sorted.
    static func entries(_ names: [String: String]) -> [String] {
        names.sorted { $0.key < $1.key }.map { "\(scalar($0.key)): \($0.value)" }
    }

    private static func fields(_ draft: ProjectDraft) -> String {
        fields(of: draft.keys).map { line($0, "other names of fields in keys") }
            ?? "# fields: { title: header }           # other names of fields in keys"
    }

    static func delivery(_ path: String, _ draft: ProjectDraft) -> [String] {
        ["  - path: \(scalar(path))"] + (draft.otherKeys[path].map { ["    keys: \(quoted($0.description))"] } ?? [])
            + (draft.options[path].map { ["    options: { \(options($0)) }"] } ?? [])
    }

    private static func options(_ options: ProjectDraft.Options) -> String {
        var entries = options.values.sorted { $0.key < $1.key }.map { "\($0.key): \(scalar($0.value))" }
        let sheets = options.ignoredSheets.map { "\(scalar($0)): ignore" }
        if !sheets.isEmpty { entries.append("sheets: { \(sheets.joined(separator: ", ")) }") }
        return entries.joined(separator: ", ")
    }

    private static func terms(_ draft: ProjectDraft) -> String {
        guard !draft.names.isEmpty else {
            return "# terms: { keep: [Northlight] }        # names that are never translated\n"
        }
        return """
            terms:
            \(line("  keep: [\(draft.names.map(scalar).joined(separator: ", "))]", "names that are never translated"))

            """
    }

    private static func credentials(_ draft: ProjectDraft) -> String {
        let issuer = draft.issuerID ?? "00000000-0000-0000-0000-000000000000"
        let key = draft.keyID ?? "XXXXXXXXXX"
        let file = draft.privateKeyFile ?? "AuthKey_\(key).p8"
        let lines = [
            "credentials:", "  issuerID: \(issuer)", "  keyID: \(scalar(key))", "  privateKeyFile: \(scalar(file))",
        ]
        // Incomplete credentials are commented out; made-up values would fail only at Apple.
        let isKnown = draft.issuerID != nil && draft.keyID != nil
        return lines.map { isKnown ? $0 : "# " + $0 }.joined(separator: "\n")
    }

    private static func locales(_ draft: ProjectDraft) -> String {
        var lines = expected(draft.expected.map(\.code))
        if let source = draft.source {
            lines.append(line("  source: \(source.code)", "the locale from which the others are translated"))
        }
        if draft.uncertain.isEmpty {
            lines.append(line("  map: {}", "the vendor's code: ours, such as { es-419: es-MX }"))
        } else {
            lines.append("# map:                               # the vendor's code: ours; choose one")
            for locale in draft.uncertain {
                let first = locale.candidates.first?.code ?? "de-DE"
                let others = locale.candidates.dropFirst().prefix(4).map(\.code)
                let comment = others.isEmpty ? nil : "or " + others.joined(separator: ", ")
                let text = "#   \(scalar(locale.delivered)): \(first)"
                lines.append(comment.map { line(text, $0) } ?? text)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The expected locales, wrapped after ten per line.
    private static func expected(_ codes: [String]) -> [String] {
        let comment = (codes.isEmpty ? "such as [en-US, de-DE, ja]: " : "") + "what is missing is an error"
        guard codes.count > 6 else { return [line("  expected: [\(codes.joined(separator: ", "))]", comment)] }
        let rows = stride(from: 0, to: codes.count, by: 10).map { start in
            "    " + codes[start..<min(start + 10, codes.count)].joined(separator: ", ")
        }
        return [line("  expected: [", comment)] + [rows.joined(separator: ",\n"), "  ]"]
    }

    private static let hint = "customers see this message only if it is the default for a product"

    private static func messages(_ draft: ProjectDraft) -> String {
        guard !draft.messages.isEmpty else {
            return """
                messages: {}
                # keep-annual:
                #   kind: text                       # text | offer (beside an offer) | switch-plan (beside another plan)
                #   headerPosition: above-body       # above-body | above-image
                #   image: images/{message}/{locale}.png
                #   bullets: [images/star.png]       # the icons, in order
                #   defaultFor: [\(draft.app).annual]  # \(hint)
                """
        }
        return (["messages:"] + draft.messages.flatMap { message($0, draft) }).joined(separator: "\n")
    }

    static func message(_ message: ProjectDraft.Message, _ draft: ProjectDraft) -> [String] {
        var lines = [
            "  \(scalar(message.name)):",
            line("    kind: text", "text | offer (beside an offer) | switch-plan (beside another plan)"),
        ]
        if let image = message.image {
            lines += [
                line("    headerPosition: above-body", "above-body | above-image"),
                "    image: \(scalar(image.text))",
            ]
        } else if message.hasAltText {
            lines.append(
                line("    # image: images/{message}.png", "it has an alt text, and no picture has its name")
            )
        }
        if message.bullets > 0 {
            let icons = draft.icons.isEmpty ? ["images/star.png"] : draft.icons
            let names = icons.prefix(message.bullets).map(scalar).joined(separator: ", ")
            lines.append(line("    # bullets: [\(names)]", "the icons of its bullet points, in order"))
        }
        if message.products.isEmpty {
            lines.append(line("    # defaultFor: [\(draft.app).\(productName(message.name))]", hint))
        } else {
            lines.append("    defaultFor: [\(message.products.map(scalar).joined(separator: ", "))]")
        }
        return lines
    }

    /// A product's name for an example, derived from the message's name so that the examples differ.
    private static func productName(_ message: String) -> String {
        message.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
    }

    private static func line(_ text: String, _ comment: String) -> String {
        text + String(repeating: " ", count: max(2, 37 - text.count)) + "# " + comment
    }

    /// The text as a YAML scalar, in quotes unless it is a word that Glossport reads as text without them.
    package static func scalar(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        let isWord = text.contains { $0.isLetter } && text.first != "-" && !["null", "Null", "NULL"].contains(text)
        return isPlain && isWord ? text : quoted(text)
    }

    private static func quoted(_ text: String) -> String {
        "\""
            + text.unicodeScalars.map { scalar in
                switch scalar {
                case "\"", "\\": "\\\(scalar)"
                case _ where scalar.isUnprintable || scalar.value < 0x20:
                    "\\U" + String(repeating: "0", count: 8 - String(scalar.value, radix: 16).count)
                        + String(scalar.value, radix: 16)
                default: String(scalar)
                }
            }.joined() + "\""
    }
}
