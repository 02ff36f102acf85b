import ArgumentParser
import Glossport
import GlossportProject

/// Lists the App Store's locales with vendors' names for them, or shows how identifiers are interpreted.
struct LocalesCommand: ParsableCommand, UntrustedCommand {
    static let configuration = CommandConfiguration(
        commandName: "locales",
        abstract: "List the App Store's locales and the vendors' names for them.",
        usage: "glossport locales [<identifier> ...] [<options>]",
        discussion: """
            With identifiers, shows the locale that each is mapped to, and why. The project file's locales.map overrides these rules.

            EXAMPLES
              glossport locales
              glossport locales zh-TW es-419 nb
              glossport locales --output json
            """
    )

    @Argument(help: ArgumentHelp("Identifiers as a vendor writes them.", valueName: "identifier"))
    var identifiers: [String] = []

    @Flag(help: "Use another region of the same language where one is missing, like locales.fallback.")
    var fallback = false

    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Row: Encodable {
        var identifier: String?
        var locale: String?
        var why: String?
        var candidates: [String]?
        var aliases: [String]?
    }

    func run() throws {
        let resolver = LocaleResolver(allowsFallback: fallback, delivered: Set(identifiers))
        let rows = identifiers.isEmpty ? all(resolver) : identifiers.map { row($0, resolver) }
        output.show(ListReport(rows) { _ in table(rows) })
        if rows.contains(where: { $0.locale == nil }) { throw ExitStatus.findings }
    }

    private func all(_ resolver: LocaleResolver) -> [Row] {
        StoreLocale.all.compactMap { StoreLocale($0) }.map { locale in
            Row(locale: locale.code, aliases: resolver.aliases(of: locale))
        }
    }

    private func row(_ identifier: String, _ resolver: LocaleResolver) -> Row {
        switch resolver.resolve(identifier) {
        case .mapped(let locale, let rule): Row(identifier: identifier, locale: locale.code, why: rule.name)
        case .unresolved(let candidates): Row(identifier: identifier, candidates: candidates.map(\.code))
        case .none: Row(identifier: identifier, candidates: [])
        }
    }

    private func table(_ rows: [Row]) -> [String] {
        guard !identifiers.isEmpty else {
            let cells = rows.map { [$0.locale ?? "", $0.aliases?.joined(separator: " ") ?? ""] }
            return Table(["LOCALE", "ALSO WRITTEN"], cells).lines()
        }
        let cells = rows.map { row in
            let candidates = row.candidates ?? []
            let doubt =
                candidates.isEmpty
                ? "not a locale of the App Store" : "not certain: \(candidates.joined(separator: ", "))?"
            return [row.identifier ?? "", row.locale ?? "-", row.why ?? doubt]
        }
        return Table(["IDENTIFIER", "LOCALE", "WHY"], cells).lines()
    }
}
