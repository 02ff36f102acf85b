import GlossportProject
import GlossportReading

package struct OpenWork {
    /// The number of uploaded items in each review state, and of those that have vanished or are not listed.
    package private(set) var reviews: [String: Int] = [:]
    package private(set) var sentences: [String] = []

    package init(_ contents: JournalContents, _ coverage: Coverage) {
        let (records, known, absences) = (contents.records, contents.reviews, contents.absences)
        for record in records where record.state == .uploaded {
            guard !absences.vanished.contains(record.item.id) else {
                reviews["vanished", default: 0] += 1
                continue
            }
            reviews[known[record.item.id]?.rawValue ?? "not-listed", default: 0] += 1
        }
        // Superseded items do not count as open work.
        let current = Self.current(contents)
        // A text that a newer delivery has replaced is no longer sent.
        let wanted = UnsentText.wanted(records, contents.delivered)
        let open = wanted.count(where: \.state.isOpen)
        add(open, "item is not uploaded", "items are not uploaded", "`glossport import` continues with them")
        let unsent = UnsentText.all(contents.delivered, in: records).filter { $0.item == nil }
        let unconfirmed = unsent.count { $0.id != nil }
        let ended = "the last import was not confirmed, or ended early; `glossport import` continues"
        add(unconfirmed, "delivered text was not sent", "delivered texts were not sent", ended)
        let lacking = ("delivered message lacks a text or an image", "delivered messages lack a text or an image")
        add(unsent.count - unconfirmed, lacking.0, lacking.1, "complete the delivery, then run `glossport import`")
        let failed = wanted.count { $0.state == .refused || $0.state == .conflict }
        let why = "`glossport status` shows why"
        add(failed, "item was refused or is in conflict", "items were refused or are in conflict", why)
        let gone = "`glossport import` uploads again what is delivered; `glossport prune` gives up the rest"
        add(
            reviews["vanished"] ?? 0,
            "item has vanished from the service",
            "items have vanished from the service",
            gone
        )
        let again = "`glossport settle` checks again"
        let missing = (
            "uploaded item is missing from the service's newest list",
            "uploaded items are missing from the service's newest list"
        )
        // Items that no list has contained yet are counted below.
        add(absences.missing.count { known[$0] != nil }, missing.0, missing.1, again)
        let pending = current.count { [.pending, .unrecognized].contains(known[$0.item.id]) }
        add(pending, "item is in Apple's review", "items are in Apple's review", again)
        let unlisted = current.count { known[$0.item.id] == nil }
        add(unlisted, "uploaded item was not listed yet", "uploaded items were not listed yet", again)
        let rejected = current.count { known[$0.item.id] == .rejected }
        let change = rejected == 1 ? "change it, and import it again" : "change them, and import them again"
        add(rejected, "item was rejected by Apple", "items were rejected by Apple", change)
        let waiting = coverage.slots(.waiting) + coverage.slots(.old)
        // The other locales of a message wait for the locale that needs an import.
        let needy = waiting.filter { $0.obstacle?.need == .importing } + coverage.slots(.refused)
        let blocked = Set(needy.map(\.message))
        let imports = waiting.count { blocked.contains($0.message) } + coverage.count(.refused)
        add(imports, "default waits for an import", "defaults wait for an import", "`glossport import` continues")
        let free = waiting.filter { !blocked.contains($0.message) }
        // By default, all locales of a message change together.
        let rejections = Set(coverage.slots(.rejected).map(\.message))
        let stuck = free.count { rejections.contains($0.message) }
        let each = "`flip: each` in the project file lets the others take over"
        add(stuck, "default waits for a rejected locale", "defaults wait for a rejected locale", each)
        add(free.count - stuck, "default waits", "defaults wait", "`glossport settle` sets what is approved")
        let hold = "the next `glossport import` sets the newer text; `glossport defaults hold` keeps the old one"
        add(coverage.count(.rolledBack), "default is rolled back", "defaults are rolled back", hold)
        let withdrawn = ("withdrawn default is still shown", "withdrawn defaults are still shown")
        add(coverage.count(.withdrawn), withdrawn.0, withdrawn.1, "`glossport import` of all deliveries removes them")
        let held = (
            "default is held, and another text was delivered", "defaults are held, and other texts were delivered"
        )
        add(coverage.count(.held), held.0, held.1, "`glossport defaults release` lets imports change them")
        let others = ("default was set from elsewhere", "defaults were set from elsewhere")
        add(coverage.count(.taken), others.0, others.1, "see `glossport coverage`")
        let lost = ("default is in doubt", "defaults are in doubt")
        add(coverage.count(.doubtful), lost.0, lost.1, "its message has vanished from the service")
        let unplanned = ("default is not planned yet", "defaults are not planned yet")
        add(coverage.count(.missing), unplanned.0, unplanned.1, "`glossport import` plans what is missing")
    }

    /// The uploaded items that are current for their message and locale, and the images that they use, without those
    /// that have vanished from the service.
    static func current(_ contents: JournalContents) -> [ItemRecord] {
        let uploaded = contents.records.filter { $0.state == .uploaded }
        let newest = SettlePlan.newest(uploaded.filter { $0.item.kind == .message }, contents.delivered)
        let images = newest.reduce(into: Set<ServiceID>()) { $0.formUnion($1.item.texts?.imageIDs ?? []) }
        return (newest + uploaded.filter { images.contains($0.item.id) })
            .filter { !contents.vanished.contains($0.item.id) }
    }

    private mutating func add(_ count: Int, _ one: String, _ many: String, _ remedy: String) {
        guard count > 0 else { return }
        sentences.append("\(Plural.of(count, one, many)): \(remedy).")
    }
}
