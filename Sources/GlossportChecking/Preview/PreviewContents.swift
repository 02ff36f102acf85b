import GlossportReading

/// What stands where on the page: the messages with their cards, and each finding in exactly one place.
struct PreviewContents {
    /// One for each message, by name.
    private(set) var sections: [Section]
    /// The columns of the index.
    let locales: [StoreLocale]
    /// Findings that belong to no message.
    private(set) var others: [Finding] = []
    /// Locales and messages that are missing as a whole, and one of the findings says so.
    private var missingLocales: Set<String> = []

    struct Section {
        /// The message's name.
        var message: String
        var cards: [Card] = []
        /// Findings of the message that are about no card, such as that a locale lacks it.
        var findings: [Finding] = []
    }

    struct Card {
        /// Counts from 0 over the whole page.
        var number: Int
        var record: MessageRecord
        /// The worst first.
        var findings: [Finding] = []

        var worst: Severity? { findings.first?.severity }
    }

    init(_ review: Review) {
        let findings = review.findings.enumerated()
            .sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }.map(\.element)
        let records = review.catalog.records
        var messages = Set(records.map(\.message))
        for finding in findings {
            if let message = finding.message, review.project.messages[message] != nil { messages.insert(message) }
        }
        sections = messages.sorted().map { Section(message: $0) }
        let places = Dictionary(sections.enumerated().map { ($0.element.message, $0.offset) }) { first, _ in first }
        var cards: [String: [String: Int]] = [:]
        for record in records.sorted(by: { ($0.message, $0.locale) < ($1.message, $1.locale) }) {
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
        for finding in findings {
            if let locale = finding.locale.flatMap({ StoreLocale($0) }) { seen.insert(locale) }
            guard let message = finding.message, let place = places[message] else {
                others.append(finding)
                if finding.message == nil, finding.severity == .error, let locale = finding.locale {
                    missingLocales.insert(locale)
                }
                continue
            }
            if let card = finding.locale.flatMap({ cards[message]?[$0] }) {
                sections[place].cards[card].findings.append(finding)
            } else {
                sections[place].findings.append(finding)
            }
        }
        locales = seen.sorted()
    }

    /// Whether an error is about a message that was not delivered in a locale.
    func isError(_ section: Section, lacking locale: StoreLocale) -> Bool {
        missingLocales.contains(locale.code)
            || section.findings.contains {
                $0.severity == .error && ($0.locale == nil || $0.locale == locale.code)
            }
    }
}
