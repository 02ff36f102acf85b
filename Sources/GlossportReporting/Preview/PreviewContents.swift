import GlossportChecking
import GlossportProject
import GlossportReading

/// The contents of the page in order: the messages with their cards, and each finding in exactly one place.
struct PreviewContents {
    private(set) var sections: [Section]
    /// The columns of the index: the source locale, then the others by code.
    let locales: [StoreLocale]
    private(set) var others: [Finding] = []
    /// Locales with an error that belongs to no card and no message, such as one about a missing locale.
    private var brokenLocales: Set<String> = []

    struct Section {
        var message: String
        var cards: [Card] = []
        /// Findings about the message that belong to no card, such as that a locale lacks it.
        var findings: [Finding] = []
    }

    struct Card {
        /// The index of the card in the whole page.
        var number: Int
        var record: MessageRecord
        /// The findings, the most severe first.
        var findings: [Finding] = []
        var isLocaleBroken = false

        var worst: Severity? { isLocaleBroken ? .error : findings.first?.severity }
    }

    init(_ review: Review) {
        let findings = review.findings.enumerated()
            .sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }.map(\.element)
        let records = review.catalog.recordsWithCopies
        var messages = Set(records.map(\.message))
        for finding in findings {
            if let message = finding.message, review.project.messages[message] != nil { messages.insert(message) }
        }
        sections = messages.sorted().map { Section(message: $0) }
        let places = Dictionary(sections.enumerated().map { ($0.element.message, $0.offset) }) { first, _ in first }
        var cards: [String: [String: Int]] = [:]
        let source = review.catalog.sourceLocale
        func isBefore(_ left: StoreLocale, _ right: StoreLocale) -> Bool {
            (left == source) == (right == source) ? left < right : left == source
        }
        // The locales of a message are adjacent, in the order of the columns.
        for record in records.sorted(by: { isBefore($0.locale, $1.locale) }) {
            guard let place = places[record.message] else { continue }
            cards[record.message, default: [:]][record.locale.code] = sections[place].cards.count
            sections[place].cards.append(Card(number: 0, record: record))
        }
        var number = 0
        for section in sections.indices {
            for card in sections[section].cards.indices {
                sections[section].cards[card].number = number
                number += 1
            }
        }
        var seen = Set(records.map(\.locale))
        let lines = Lines(sections)
        for finding in findings {
            seen.formUnion(finding.locales.compactMap { StoreLocale($0) })
            if finding.message == nil, finding.otherLocale == nil,
                let card = finding.location.flatMap({ lines.card(at: $0) })
            {
                sections[card.section].cards[card.card].findings.append(finding)
                continue
            }
            guard let message = finding.message, let place = places[message] else {
                others.append(finding)
                if finding.message == nil, finding.severity == .error { brokenLocales.formUnion(finding.locales) }
                continue
            }
            if let card = finding.locale.flatMap({ cards[message]?[$0] }) {
                sections[place].cards[card].findings.append(finding)
            } else {
                sections[place].findings.append(finding)
            }
        }
        locales = seen.sorted(by: isBefore)
        for section in sections.indices {
            for card in sections[section].cards.indices {
                sections[section].cards[card].isLocaleBroken = isBroken(sections[section].cards[card].record.locale)
            }
        }
    }

    func isBroken(_ locale: StoreLocale) -> Bool { brokenLocales.contains(locale.code) }

    /// Whether an error concerns a message in a locale that lacks it.
    func isError(_ section: Section, lacking locale: StoreLocale) -> Bool {
        isBroken(locale)
            || section.findings.contains {
                $0.severity == .error && ($0.locale == nil || $0.locale == locale.code)
            }
    }
}

/// The card of each line's text.
///
/// Readers do not know messages, so their findings are assigned by place alone.
private struct Lines {
    private struct Line: Hashable {
        var path: String
        var line: Int
    }

    private typealias Place = (section: Int, card: Int)
    /// `nil` if a line contains texts of several cards.
    private var places: [Line: Place?] = [:]

    init(_ sections: [PreviewContents.Section]) {
        for (section, value) in sections.enumerated() {
            // Findings in a line are shown at the card of the original, not of its copies.
            for (card, value) in value.cards.enumerated() where value.record.copiedFrom == nil {
                for text in value.record.fields.values {
                    let line = Line(path: text.location.path, line: text.location.line)
                    guard let known = places.updateValue((section, card), forKey: line) else { continue }
                    let isSame = known.map { $0 == (section, card) } ?? false
                    if !isSame { places[line] = .some(nil) }
                }
            }
        }
    }

    func card(at location: SourceLocation) -> (section: Int, card: Int)? {
        places[Line(path: location.path, line: location.line)] ?? nil
    }
}
