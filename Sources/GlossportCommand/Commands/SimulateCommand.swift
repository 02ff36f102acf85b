import ArgumentParser
import Glossport
import GlossportProject
import GlossportReading

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Show what customers of a product see in a locale, and why.",
        discussion: """
            Reads only the journal; `glossport settle` updates it.

            EXAMPLES
              glossport simulate --product com.example.northlight.annual --locale de-DE
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions

    @OptionGroup var slot: SlotOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    private var product: String { slot.product }
    private var locale: String { slot.locale }

    func run() async throws {
        guard let known = try StoreLocale.chosen(by: [locale]).first, locale == known.code else {
            throw GlossportError(
                .invalidOption,
                "“\(locale)” is not an App Store locale.",
                remedy: "Name one, such as de-DE."
            )
        }
        let workspace = try Workspace(project, needsApp: true)
        let destination = try workspace.destination()
        let journal = try await JournalCommand.open(workspace)
        let contents = try await JournalContents(journal, of: workspace)
        let (defaults, vanished) = (contents.defaults, contents.vanished)
        let products = workspace.project.defaultProducts.union(defaults.map(\.slot.product))
        try check(product, among: products)
        let record = defaults.first { $0.slot == slot.slot }
        let items = Dictionary(contents.records.map { ($0.item.id, $0) }) { first, _ in first }
        let owner = workspace.project.messages.sorted { $0.key < $1.key }.first {
            $0.value.defaultFor.contains(product)
        }
        let withdrawn = contents.withdrawals(by: workspace.project).slots.first { $0.slot == slot.slot }
        let next = withdrawn == nil ? Self.next(after: record, items, contents) : nil
        var text = lines(record, items, contents, wanted: owner?.key, withdrawn, next)
        if record?.isHeld == true {
            text.append("This default is held: imports leave it as it is until `glossport defaults release`.")
        }
        var report = SimulateReport(destination, slot.slot)
        report.isKnown = record?.seen != nil || record?.changed != nil
        report.since = record?.changed
        report.held = record?.isHeld == true ? true : nil
        report.withdrawn = withdrawn?.present == nil ? nil : true
        report.wanted = owner?.key
        report.next = next?.message
        report.shown = record?.present.map { id in
            SimulateReport.Shown(
                id: id,
                item: items[id]?.item,
                name: contents.names[id],
                isVanished: vanished.contains(id)
            )
        }
        if let realtime = try await journal.read(at: destination, { $0.realtimeURL }), let url = realtime.url {
            report.realtimeURL = url
            text.append(
                "But Apple asks \(RealtimeURL.shown(url)) first which message to show (set since \(TimeText.full(realtime.since)) at the latest); the default is shown if that answer fails."
            )
        }
        if let shown = record?.present, vanished.contains(shown) {
            text.append(
                "But that message has vanished from the service, so customers may see nothing: `glossport import` uploads it again."
            )
        }
        report.text = text
        output.show(report)
    }

    /// Throws if neither the project nor the journal contains the product, which is probably a typo.
    ///
    /// Accepts any product if neither contains a product.
    private func check(_ product: String, among known: Set<String>) throws {
        guard !known.isEmpty, !known.contains(product) else { return }
        let list = "They contain \(known.sorted().prefix(5).joined(separator: ", "))."
        throw GlossportError(
            .invalidOption,
            "Neither the project file nor the journal contains the product “\(product)”.",
            remedy: Spelling.remedy(for: product, among: known.sorted(), otherwise: list)
        )
    }

    /// The parts of a message as lines of text, in the order in which customers see them.
    private func picture(of content: MessageContent, _ items: [ServiceID: ItemRecord]) -> [String] {
        let name = { (id: ServiceID) in items[id]?.item.title ?? "\(id)" }
        let image = content.image.map { ["  [\(name($0.id)): \($0.altText)]"] } ?? []
        let header = ["  \(content.header)"]
        return (content.headerPosition == .aboveImage ? header + image : image + header)
            + ["  \(content.body)"]
            + content.bullets.map { "  [\(name($0.imageID)): \($0.altText)] \($0.text)" }
    }

    private func lines(
        _ record: DefaultRecord?,
        _ items: [ServiceID: ItemRecord],
        _ contents: JournalContents,
        wanted: String?,
        _ withdrawn: Withdrawals.Slot?,
        _ next: (message: SimulateReport.Next, sentence: String)?
    ) -> [String] {
        var lines: [String] = []
        if let current = record?.present, let shown = items[current], let content = shown.item.texts {
            lines += ["\(shown.item.message) (\(current))", ""] + picture(of: content, items) + [""]
            let since = record?.changed.map { " since \(TimeText.full($0))" } ?? ""
            lines.append("Customers see this because it is the default for \(product) in \(locale)\(since).")
        } else if let current = record?.present {
            let name = contents.names[current].map { "\($0.title) (\(current))" } ?? "\(current)"
            lines.append("Customers see the message \(name), whose text this journal does not know.")
        } else if record?.seen == nil, record?.changed == nil {
            lines.append(
                "The journal does not know what customers see: it has neither set nor read a default of \(product) in \(locale)."
            )
        } else {
            lines.append("Customers see no message of ours, because no default is set for \(product) in \(locale).")
        }
        if let withdrawn, withdrawn.present != nil {
            let step = withdrawn.isHeld ? "" : "; `glossport import` of all deliveries removes it"
            return lines + ["It is withdrawn: the project no longer wants \(withdrawn.message) there\(step)."]
        }
        guard let next else {
            if withdrawn != nil || record?.desired == nil {
                lines.append(
                    wanted.map { "The project wants \($0) there; this journal knows of no import in \(locale) yet." }
                        ?? "The project wants no message there; see `defaultFor` in the project file."
                )
            }
            return lines
        }
        return lines + [next.sentence]
    }

    /// The message that will replace the current default, with a sentence about its state; `nil` if the project wants
    /// no other message, or the journal lacks its record.
    static func next(
        after record: DefaultRecord?,
        _ items: [ServiceID: ItemRecord],
        _ contents: JournalContents
    ) -> (message: SimulateReport.Next, sentence: String)? {
        guard let record, let id = record.desired, id != record.present, let waiting = items[id] else { return nil }
        let (state, reason) =
            switch contents.reviews[id] {
            case _ where contents.vanished.contains(id):
                ("vanished", "vanished at the service; `glossport import` uploads it again")
            case .approved? where record.isHeld: ("approved", "approved")
            case .approved?: ("approved", "approved; `glossport settle` sets it as soon as all its locales are")
            case .rejected?: ("rejected", "rejected by Apple")
            case .pending?: ("pending", "in Apple's review")
            case .unrecognized?, nil:
                waiting.state == .uploaded
                    ? ("unlisted", "not in Apple's list yet") : (waiting.state.rawValue, waiting.state.rawValue)
            }
        let message = SimulateReport.Next(id: id, message: waiting.item.message, state: state)
        let moment = record.isHeld ? " once it is released" : ""
        return (message, "\(waiting.item.message) (\(id)) is to take its place\(moment); it is \(reason).")
    }
}

/// The output of `simulate`; its JSON is stable.
struct SimulateReport: CommandReport {
    var schema = "glossport.simulate/1"
    var app: String
    var environment: ServiceEnvironment
    var slot: DefaultSlot
    /// Whether this journal has set or read the default.
    var isKnown = false
    /// The message that customers see; absent if they see none, or the journal does not know it.
    var shown: Shown?
    var since: Timestamp?
    /// `true` if `defaults hold` keeps the default; otherwise absent.
    var held: Bool?
    /// `true` if customers still see a default that the project no longer wants; otherwise absent.
    var withdrawn: Bool?
    /// The message that the project wants in the slot.
    var wanted: String?
    /// The message that will replace the shown one; absent while a withdrawn default remains.
    var next: Next?
    /// The real-time URL, which Apple asks before it shows the default.
    var realtimeURL: String?
    @Unencoded var text: [String] = []

    struct Shown: Encodable {
        var id: ServiceID
        /// The item in the journal; absent for a message that another tool uploaded, in which case `name` is the name
        /// that `adopt` imported for it.
        var item: Item?
        var name: MessageName?
        var isVanished: Bool
    }

    struct Next: Encodable {
        var id: ServiceID
        var message, state: String
    }

    init(_ destination: Destination, _ slot: DefaultSlot) {
        (app, environment) = (destination.app, destination.environment)
        self.slot = slot
    }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] { text }
}
