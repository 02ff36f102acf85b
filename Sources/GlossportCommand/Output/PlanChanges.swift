import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

/// The withdrawals, changes and additions of a plan in words: texts before pictures, with equal changes of many locales
/// combined.
struct PlanChanges {
    let plan: ImportPlan
    private let path: (ServiceID) -> String

    enum Extent {
        /// The first few changes of each kind.
        case few
        /// All changes and withdrawals, shown before a question, but only the first few additions.
        case changes
        case all
    }

    /// The maximum number of changes of one kind, and of new messages or locales, in a shortened list.
    private static let shown = (changed: 12, new: 4)
    /// The maximum number of names in a shortened list, which ends, for example, with “and 18 more”.
    static let named = 6

    init(_ plan: ImportPlan) {
        self.plan = plan
        let images = plan.items.images.compactMap { item in item.image.map { (item.id, $0.path) } }
        let paths = Dictionary(images) { first, _ in first }
        let former = plan.former
        path = { paths[$0] ?? former.path(of: $0) ?? "\($0)" }
    }

    /// The lines of all sections, with a blank line after each section.
    func lines(_ extent: Extent, verbose: Bool, on terminal: Terminal) -> [String] {
        let contents = plan.contents
        let withdrawn = plan.withdrawn.map { "  - " + Self.sentence(of: $0, extent) }
        let texts = shown(contents.texts, extent) { group in
            ["  ~ " + title(of: group, extent, verbose: verbose)] + lines(of: group.fields, on: terminal)
        }
        let pictures = shown(contents.pictures, extent) { group in
            ["  ~ " + pictureTitle(of: group, extent)] + lines(of: group.fields, on: terminal)
        }
        let held = shown(plan.changes.heldGroups(besides: contents.items), extent) {
            ["  = " + $0.sentence(naming: extent.names)]
        }
        let reassigned = Self.reassigned(plan.withdrawals).map { "  = " + $0 }
        let new =
            extent == .all ? allNew(verbose: verbose, on: terminal) : fewNew(on: terminal)
        return [withdrawn, texts, pictures, held, reassigned, new].filter { !$0.isEmpty }.flatMap { $0 + [""] }
    }

    /// The lines of the elements; for ``Extent/few``, only of the first ones, with the number of the others.
    private func shown<Element>(_ all: [Element], _ extent: Extent, _ lines: (Element) -> [String]) -> [String] {
        let first = extent == .few ? all.prefix(Self.shown.changed) : all[...]
        return first.flatMap(lines) + Plural.more(all.count - first.count, PlanReport.all)
    }

    // MARK: Withdrawn

    /// For example `comeback-offer: withdrawn, still shown for com.pantrio.offer in 39 locales`.
    static func sentence(of withdrawn: ImportPlan.Withdrawn, _ extent: Extent) -> String {
        let slots = withdrawn.slots
        func few(_ names: [String], _ noun: String) -> String {
            let names = Set(names).sorted()
            return names.count > 2 && extent != .all ? Plural.of(names.count, noun) : names.joined(separator: ", ")
        }
        let products = few(slots.map(\.slot.product), "product")
        let locales = few(slots.map(\.slot.locale), "locale")
        var sentence =
            switch withdrawn.subject {
            case .message: "withdrawn, still shown for \(products) in \(locales)"
            case .locale: "withdrawn, still shown for \(products)"
            case .product: "withdrawn, still shows \(few(slots.map(\.message), "message")) in \(locales)"
            }
        let held = slots.count(where: \.isHeld)
        if held > 0 {
            sentence += held == slots.count ? "; a hold keeps it" : "; a hold keeps \(Plural.of(held, "default"))"
        }
        return "\(withdrawn.name): \(sentence)"
    }

    /// For example `keep-annual, still shown for com.example.annual in de-DE: renew-annual is not delivered there`.
    static func reassigned(_ withdrawals: Withdrawals) -> [String] {
        struct Place: Hashable {
            var product, message, successor: String
        }
        return Dictionary(grouping: withdrawals.reassigned) { slot in
            Place(product: slot.slot.product, message: slot.message, successor: slot.successor ?? "")
        }
        .map { place, slots in
            let locales = Plural.few(slots.map(\.slot.locale), Self.named)
            return
                "\(place.message), still shown for \(place.product) in \(locales): \(place.successor) is not delivered there"
        }
        .sorted()
    }

    // MARK: Changed

    /// For example `keep-annual de-DE, default for com.example.annual`.
    private func title(of group: ContentChanges.Group, _ extent: Extent, verbose: Bool) -> String {
        guard group.entries.count == 1, let item = group.entries.first?.item else {
            return "\(group.message) in \(group.entries.count) locales: \(extent.names(group.places))" + group.marks
        }
        return Self.title(of: item, group.marks, verbose: verbose)
    }

    private static func title(of item: Item, _ marks: String = "", verbose: Bool) -> String {
        let place = item.source.map { "  \($0)" } ?? ""
        return item.titleWithOrigin.namingUnprintables() + marks + (verbose ? "  \(item.id)\(place)" : "")
    }

    /// For example `stay-annual: another picture in 38 locales`.
    private func pictureTitle(of group: ContentChanges.Group, _ extent: Extent) -> String {
        let what = Self.pictureWords(group.fields)
        guard group.entries.count == 1, let item = group.entries.first?.item else {
            return "\(group.message): \(what) in \(group.entries.count) locales (\(extent.names(group.places)))"
                + group.marks
        }
        return "\(item.titleWithOrigin): \(what)\(group.marks)"
    }

    static func pictureWords(_ fields: [FieldChange]) -> String {
        if fields.allSatisfy({ $0.old == nil }) { return fields.count == 1 ? "a picture" : "pictures" }
        if fields.allSatisfy({ $0.new == nil }) { return fields.count == 1 ? "no picture" : "no pictures" }
        return fields.count == 1 ? "another picture" : "other pictures"
    }

    /// The old and new values of fields, next to the fields' names if there is room.
    private func lines(of fields: [(name: String, change: FieldChange)], on terminal: Terminal) -> [String] {
        let label = fields.map { DisplayWidth.of($0.name) }.max() ?? 0
        let isNarrow = terminal.columns.map { $0 < label + 46 } ?? false
        let start = isNarrow ? 8 : 6 + label + 2
        return fields.flatMap { name, change in
            var lines =
                replacedFile(change).map { [String(repeating: " ", count: start) + $0] }
                ?? TextChange(old: change.old.map(shown), new: change.new.map(shown))
                .lines(indentedBy: start, width: terminal.columns, on: terminal)
            let heading = "      " + name
            guard !isNarrow, let first = lines.first else { return [heading] + lines }
            let gap = String(repeating: " ", count: start - DisplayWidth.of(heading))
            lines[0] = heading + gap + first.dropFirst(start)
            return lines
        }
    }

    private func lines(of changes: [FieldChange], on terminal: Terminal) -> [String] {
        lines(of: changes.map { ($0.field, $0) }, on: terminal)
    }

    /// A replaced file whose path is unchanged, with both contents: `images/stay.png (969c5dff → fd3137ba)`.
    func replacedFile(_ change: FieldChange) -> String? {
        guard case .image(let old)? = change.old, case .image(let new)? = change.new, path(old) == path(new) else {
            return nil
        }
        let ids = ShortIDs([old, new])
        return "\(path(new).namingUnprintables()) (\(ids.text(old)) → \(ids.text(new)))"
    }

    func shown(_ value: FieldChange.Value) -> String {
        switch value {
        case .text(let text): text.namingUnprintables()
        case .image(let id): path(id).namingUnprintables()
        }
    }

    // MARK: New

    private func allNew(verbose: Bool, on terminal: Terminal) -> [String] {
        plan.contents.newEntries.flatMap { entry in
            ["  + " + Self.title(of: entry.item, verbose: verbose)] + lines(of: entry.fields, on: terminal)
        }
    }

    /// The first new messages and translations, each with its text in one locale, and the first new locales.
    private func fewNew(on terminal: Terminal) -> [String] {
        let contents = plan.contents
        let groups = contents.newMessages + contents.newTranslations
        var lines = groups.prefix(Self.shown.new).flatMap { group in
            let count = group.entries.count
            let title =
                count == 1
                ? "\(group.message) \(group.places[0]), new"
                : "\(group.message), new in \(count) locales: \(Plural.few(group.places, Self.named))"
            let example = group.entries.first { $0.item.locale == "en-US" } ?? group.entries[0]
            let fields = example.fields.filter(\.isLeading)
            let locale = count == 1 ? "" : " (\(example.item.locale))"
            return ["  + " + title] + self.lines(of: fields.map { ($0.field + locale, $0) }, on: terminal)
        }
        for new in contents.newLocales.prefix(Self.shown.new) {
            let messages = new.entries.map(\.item.message)
            let name = StoreLocale(new.locale)?.name ?? new.locale
            lines.append("  + \(new.locale) – \(name), new: \(Plural.few(messages, Self.named))")
            let shown = new.entries.prefix(contents.newLocales.count == 1 ? Self.shown.new : 1)
            let fields = shown.flatMap { entry in
                entry.fields.filter(\.isLeading).map { ("\(entry.item.message).\($0.field)", $0) }
            }
            lines += self.lines(of: fields, on: terminal)
        }
        let hidden =
            groups.dropFirst(Self.shown.new).reduce(0) { $0 + $1.entries.count }
            + contents.newLocales.dropFirst(Self.shown.new).reduce(0) { $0 + $1.entries.count }
        if hidden > 0 {
            lines += Plural.more(hidden, PlanReport.all)
        } else if !lines.isEmpty {
            lines.append("  `glossport plan --all` shows all fields in all locales.")
        }
        return lines
    }

    /// A sentence with the number of uploads for each locale; `nil` for fewer than two locales.
    var byLocale: String? {
        let uploads = plan.delivery.messages.items.filter { $0.action == .upload }
        let counts = Dictionary(grouping: uploads, by: \.item.locale).mapValues(\.count)
        guard counts.count > 1, let most = counts.values.max() else { return nil }
        if counts.values.allSatisfy({ $0 == most }) {
            return "\(Plural.grouped(most)) to upload in each of \(counts.count) locales."
        }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return "To upload by locale: " + Plural.few(sorted.map { "\($0.key) \(Plural.grouped($0.value))" }, 10) + "."
    }
}

extension PlanChanges.Extent {
    /// A list of names, shortened unless all are requested.
    func names(_ names: [String]) -> String { Plural.few(names, self == .all ? .max : PlanChanges.named) }
}

extension FieldChange {
    /// Whether the field is a header or a body, which identify a message to readers.
    fileprivate var isLeading: Bool { [Field.header.name, Field.body.name].contains(field) }
}

extension ContentChanges.Group {
    /// The locales; a copy also names its original.
    var places: [String] { entries.map(\.item.localeWithOrigin) }

    /// A clause about the defaults that change with the texts: products, replaced messages, held products, set-backs
    /// and manual changes.
    var marks: String {
        let rows = entries.flatMap(\.rows)
        var marks = products.isEmpty ? "" : ", default for \(Plural.few(products, 2))"
        if !replaced.isEmpty { marks += ", instead of \(Plural.few(replaced, 2))" }
        if !heldProducts.isEmpty { marks += ", held for \(Plural.few(heldProducts, 2))" }
        let reasons = Set(rows.compactMap(\.setBack?.reason))
        marks += SetBack.Reason.allCases.filter(reasons.contains).map { ", \($0.mark)" }.joined()
        if rows.contains(where: \.isByHand) { marks += ", set by hand or rolled back" }
        return marks
    }
}
