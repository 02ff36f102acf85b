import ArgumentParser
private import Foundation
import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

struct CoverageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Show where defaults are set, waiting or missing.",
        discussion: """
            Reads only the journal; `glossport settle` updates it. Shows every product under `defaultFor` in every locale that the \
            project expects or that any of its messages has.

              set          customers see the message that the project wants
              old          customers see an earlier message; the new one waits
              held         customers see another message, and `defaults hold` keeps it
              rolled-back  customers see an earlier message until the next import
              withdrawn    the project no longer wants a message there, and
                           customers still see one until the next import
              TAKEN        customers see a message that was set from elsewhere
              DOUBTFUL     the message has vanished from the service: customers may
                           see nothing
              REJECTED     Apple has rejected the message
              REFUSED      the service has refused the message or its image, or its id
                           is taken
              waiting      customers see nothing yet; the message waits
              MISSING      this journal has imported no message for it

            EXAMPLES
              glossport coverage
              glossport coverage --locale de-DE,ja
              glossport coverage --output json | jq '.slots[] | select(.state != "set")'

            Exit code 5 means that a default is TAKEN, 12 REJECTED, 3 MISSING, DOUBTFUL, REFUSED or in unknown locales, 9 waiting, \
            old, rolled-back or withdrawn.
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Project") var several: SeveralOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let contents = try await JournalCommand.contents(of: workspace)
        let selection = try selection.selection(among: contents.records, of: workspace.project)
        let complete = contents.coverage(of: Selection(), for: workspace.project)
        let coverage = complete.part(selection, for: workspace.project)
        let imported = contents.records.filter { $0.item.kind == .message && $0.state != .deleted }
        let messages = imported.map(\.item.message).filter { workspace.project.names($0) }
        let report = CoverageReport(
            coverage,
            of: complete,
            contents.part(selection),
            workspace.project,
            imported: messages
        )
        output.show(report)
        if output.output == .table, selection.isEverything {
            let delivered = Set(imported.compactMap { StoreLocale($0.item.locale) })
            CopyProposal.show(delivered, for: workspace.project)
        }
        if report.status != .done { throw report.status }
    }
}

/// The matrix of products and locales.
struct CoverageReport: CommandReport {
    var schema = "glossport.coverage/1"
    var app: String
    var environment: ServiceEnvironment
    var slots: [Joined<Coverage.Slot, Present>]
    var reviewClock: ReviewClock
    var next: String
    @Unencoded private(set) var status: ExitStatus
    @Unencoded private var unshown: [String]

    /// The name of the message that customers see now, if `adopt` imported that name.
    struct Present: Encodable {
        var presentName: MessageName?
    }

    /// Reports the selected slots in `coverage`; `complete` contains all slots.
    init(
        _ coverage: Coverage,
        of complete: Coverage,
        _ contents: JournalContents,
        _ project: Project,
        imported: [String]
    ) {
        unshown = project.unshown(among: imported)
        reviewClock = contents.clock
        // Without slots, it is unknown which locales need the wanted defaults, so they can't be reported as set.
        status = complete.slots.isEmpty && !project.defaultProducts.isEmpty ? .partial : ExitStatus(coverage)
        (app, environment) = (contents.destination.app, contents.destination.environment)
        next = Hints.complete(coverage.slots.isEmpty ? Self.emptiness(of: complete, project) : Self.next(coverage))
        slots = coverage.slots.map { Joined($0, Present(presentName: $0.present.flatMap { contents.names[$0] })) }
    }

    /// The reason why the report has no slots, or the next step that adds some.
    private static func emptiness(of complete: Coverage, _ project: Project) -> String {
        guard !project.defaultProducts.isEmpty || !complete.slots.isEmpty else {
            return "The project wants no defaults: name products under a message's `defaultFor`."
        }
        guard complete.slots.isEmpty else { return "The project wants none of the selected defaults." }
        return
            "The locales in which the project wants defaults are unknown: import it, or list them under `locales.expected`."
    }

    /// The next step, for the most severe state.
    private static func next(_ coverage: Coverage) -> String {
        let needsImport = coverage.slots.contains {
            $0.obstacle?.need == .importing && $0.state != .rolledBack && $0.state != .withdrawn
        }
        if coverage.count(.taken) > 0 {
            return "What was set from elsewhere stays: import the newer texts, or run `glossport settle --take-over`."
        }
        if coverage.count(.rejected) + coverage.count(.refused) > 0 {
            return "Correct the rejected and refused texts, then run `glossport import`."
        }
        if needsImport { return "`glossport import` continues with what is missing." }
        let doubtful = coverage.slots(.doubtful)
        if !doubtful.isEmpty {
            return doubtful.allSatisfy(\.isHeld)
                ? "Customers may see nothing where a default is held: run `glossport defaults release`, then `glossport import`."
                : "Customers may see nothing in some places: `glossport settle` sets what is approved, and asks the service."
        }
        if coverage.count(.old) + coverage.count(.waiting) > 0 { return "`glossport settle` sets what is approved." }
        if coverage.count(.withdrawn) > 0 {
            return
                "`glossport import` of all deliveries removes the withdrawn defaults, which the project no longer wants."
        }
        if coverage.count(.rolledBack) > 0 {
            return "The next `glossport import` replaces what was rolled back; `glossport defaults hold` keeps it."
        }
        if coverage.count(.held) > 0 { return "Held defaults stay as they are until `glossport defaults release`." }
        return "Nothing to do."
    }

    var rows: [any Encodable & Sendable] { slots }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        matrix(verbose: verbose, on: terminal) + UnshownMessages.lines(unshown)
    }

    /// A table of products and states, then the locales whose default is not set (with `verbose`, all locales), the
    /// totals and the next step.
    private func matrix(verbose: Bool, on terminal: Terminal) -> [String] {
        guard !self.slots.isEmpty else { return [next] }
        let slots = self.slots.map(\.first)
        let counts = Dictionary(grouping: slots, by: \.state).mapValues(\.count)
        let states = Coverage.State.allCases.filter { counts[$0] != nil }
        let products = Dictionary(grouping: slots, by: \.slot.product).sorted { $0.key < $1.key }
        let names = states.map { Self.needsAction($0) ? $0.rawValue.uppercased() : $0.rawValue }
        let rows = products.map { product, slots in
            let counts = states.map { state in slots.count { $0.state == state } }
            return [product, "\(slots.count)"] + counts.map { $0 == 0 ? "-" : "\($0)" }
        }
        let table = Table(["PRODUCT", "LOCALES"] + names, rightAligned: Set(1...names.count + 1), rows)
        var lines = ["\(app) (\(environment.rawValue))"] + table.lines(indentedBy: 2, on: terminal)
        var places: [[String]] = []
        for (product, slots) in products {
            for (state, name) in zip(states, names) where verbose || state != .set {
                let locales = slots.filter { $0.state == state }.map(\.slot.locale)
                guard !locales.isEmpty else { continue }
                // Language names help only in a short list.
                let named = locales.count > 5 ? locales : locales.map(StoreLocale.named)
                places.append([product, name, Plural.few(named, verbose ? .max : 30)])
            }
        }
        if !places.isEmpty {
            lines += [""] + Table(["PRODUCT", "STATE", "LOCALES"], places).lines(indentedBy: 2, on: terminal)
        }
        let named = self.slots.compactMap { row in row.second.presentName.map { (row.first.slot, $0) } }
        for (slot, name) in verbose ? named[...] : named.prefix(10) {
            lines.append("  \(slot) shows \(name.title), which another tool uploaded.")
        }
        let sums = states.map { "\(Plural.grouped(counts[$0] ?? 0)) \($0.rawValue)" }
        let rejected = Set(slots.filter { $0.state == .rejected }.compactMap(\.message)).sorted()
        let hint =
            rejected.isEmpty
            ? []
            : [
                "Other locales of \(rejected.joined(separator: ", ")) may wait until you change the rejected text; `flip: each` in the project file lets them take over."
            ]
        let step = counts.keys.contains { $0 != .set } ? [next] : []
        let clock = reviewClock.sentence(at: SystemTime.sinceNow.now).map { [$0] } ?? []
        return lines + copyLines + clock + [sums.joined(separator: ", ") + "."] + hint + step
    }

    private var copyLines: [String] {
        let copies = Dictionary(grouping: slots.map(\.first).filter { $0.copiedFrom != nil }) { $0.copiedFrom ?? "" }
        let lists = copies.sorted { $0.key < $1.key }.map { original, slots in
            "\(original) → \(Set(slots.map(\.slot.locale)).sorted().joined(separator: ", "))"
        }
        return lists.isEmpty ? [] : ["Copied: " + lists.joined(separator: "; ")]
    }

    /// Whether a person must act on a state, because waiting does not end it.
    private static func needsAction(_ state: Coverage.State) -> Bool {
        [.missing, .taken, .doubtful, .rejected, .refused].contains(state)
    }
}
