import ArgumentParser
private import Foundation
import GlossportChecking
import GlossportImporting

/// Shows where customers see what they are to see.
struct CoverageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Show where defaults are set, waiting or missing.",
        discussion: """
            Asks only the journal; `glossport settle` brings it up to date. Every product of the project file's `defaultFor` is \
            compared with every locale that the project expects or that any of its messages has.

              set       customers see the message that the project wants
              old       customers see an earlier message; the new one waits
              TAKEN     customers see what somebody else has set, and this journal has not
              DOUBTFUL  the message has vanished at the service: customers may see nothing
              REJECTED  Apple has rejected the message
              waiting   customers see nothing yet; the message waits
              MISSING   nobody has imported a message for it

            EXAMPLES
              glossport coverage
              glossport coverage --output json | jq '.slots[] | select(.state != "set")'

            Exit code 5 says that something is taken, 12 that something was rejected, 3 that something is missing or doubtful, 9 that something waits.
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup var absence: AbsenceOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let destination = try workspace.destination()
        let journal = try await JournalCommand.open(workspace)
        let coverage = Coverage(
            try await journal.defaults(at: destination),
            of: try await journal.allRecords(at: destination),
            reviews: try await journal.reviews(at: destination),
            vanished: try await absence.absences(in: journal, at: destination).vanished,
            for: workspace.project
        )
        let report = CoverageReport(coverage, destination, workspace.project)
        switch output.output {
        case .table: for line in report.table { Output.line(line) }
        case .json: Output.line(JSON.document(report))
        case .jsonl: for slot in report.slots { Output.line(JSON.line(slot)) }
        }
        Output.flush()
        if coverage.count(.taken) > 0 { throw ExitStatus.conflict }
        if coverage.count(.rejected) > 0 { throw ExitStatus.rejected }
        if coverage.count(.missing) + coverage.count(.doubtful) > 0 { throw ExitStatus.partial }
        if coverage.count(.waiting) + coverage.count(.old) > 0 { throw ExitStatus.notYet }
    }
}

/// The matrix of products and locales.
private struct CoverageReport: Encodable {
    var schema = "glossport.coverage/1"
    var app, environment: String
    var slots: [Slot]
    private let wantsDefaults: Bool

    private enum CodingKeys: CodingKey { case schema, app, environment, slots }

    struct Slot: Encodable {
        var product, locale, state: String
        var message: String?
    }

    init(_ coverage: Coverage, _ destination: Destination, _ project: Project) {
        wantsDefaults = !project.defaultProducts.isEmpty
        app = destination.app
        environment = destination.environment.rawValue
        slots = coverage.slots.map {
            Slot(product: $0.slot.product, locale: $0.slot.locale, state: $0.state.rawValue, message: $0.message)
        }
    }

    var table: [String] {
        guard !slots.isEmpty else {
            return [
                wantsDefaults
                    ? "In which locales the project wants defaults is not known: import it, or name them under `locales.expected`."
                    : "The project wants no defaults: name products under a message's `defaultFor`."
            ]
        }
        let products = Set(slots.map(\.product)).sorted()
        let states = Dictionary(slots.map { ([$0.product, $0.locale], $0.state) }) { first, _ in first }
        var table = Table(["LOCALE"] + products)
        for locale in Set(slots.map(\.locale)).sorted() {
            table.add(
                [locale]
                    + products.map { product in
                        let state = states[[product, locale]] ?? ""
                        let isBad = [Coverage.State.missing, .taken, .doubtful, .rejected].map(\.rawValue).contains(
                            state
                        )
                        return isBad ? state.uppercased() : state
                    }
            )
        }
        let counts = Coverage.State.allCases.compactMap { state in
            let count = slots.count { $0.state == state.rawValue }
            return count > 0 ? "\(Plural.grouped(count)) \(state.rawValue)" : nil
        }
        return ["\(app) (\(environment))"] + table.lines(indentedBy: 2) + [counts.joined(separator: ", ") + "."]
    }
}
