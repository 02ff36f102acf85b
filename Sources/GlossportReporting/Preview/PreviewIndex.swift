import GlossportChecking
import GlossportProject
import GlossportReading

/// The table of messages and locales, with links to the cards.
struct PreviewIndex {
    let contents: PreviewContents
    let edition: PreviewEdition

    /// The number of columns that fit next to the messages' names in a window 1280 pixels wide.
    private static let columnsOfAWindow = 39

    var html: HTML {
        guard !contents.sections.isEmpty, !contents.locales.isEmpty else {
            return "<p>No message was delivered.</p>"
        }
        let columns = contents.locales.map { locale -> HTML in
            let kind: HTML = contents.isBroken(locale) ? " class=error" : ""
            return "<th scope=col\(kind)><span title=\"\(attribute: locale.name)\">\(locale.code)</span>"
        }
        let rows = contents.sections.enumerated().map { number, section -> HTML in
            var cards: [StoreLocale: PreviewContents.Card] = [:]
            for card in section.cards { cards[card.record.locale] = card }
            let cells = contents.locales.map { locale -> HTML in
                cards[locale].map { cell($0) } ?? gap(isError: contents.isError(section, lacking: locale))
            }
            return """
                <tr><th scope=row><a href=#m\(number)><bdi>\(section.message)</bdi></a>\(cells.joined())

                """
        }
        // Shown if there are more columns than fit into a common window.
        let hint: HTML =
            columns.count > Self.columnsOfAWindow
            ? "<p class=legend>\(columns.count) locales: scroll sideways for all of them, or choose one under Locale.</p>\n"
            : ""
        return """
            \(hint)<div class=scroll role=region aria-labelledby=index tabindex=0><table class=index>
            <caption class=hidden>\(edition.isForVendor ? "The texts to do" as HTML : "The worst finding") of each message in each locale</caption>
            <thead><tr><th scope=col>Message\(columns.joined())
            <tbody>
            \(rows.joined())</table></div>
            <p class=legend>\(edition.isForVendor ? "<span class=warning>to do</span>" as HTML : "<span class=error>errors</span> <span class=warning>warnings</span>") \
            <span class=fine>\(edition.isForVendor ? "nothing to do" as HTML : "nothing found")</span> \
            <span class=gap>not delivered</span>\(edition.statuses == nil ? "" : " <span class=changed>new or changed</span>" as HTML)</p>
            <p class=legend>Beside a message, bold is a text that the phone does not show, and grey a note. A length is amber near its limit, \
            and red above it.</p>
            """
    }

    private func cell(_ card: PreviewContents.Card) -> HTML {
        let status = edition.statuses?[card.record.message]?[card.record.locale] ?? .unchanged
        var mark: HTML = card.record.copiedFrom.map { ", copy of \($0.code)" } ?? ""
        if status != .unchanged { mark.append(", \(status.rawValue)") }
        let kind: HTML = status == .unchanged ? "" : " \(status.rawValue)"
        let link: HTML = "<a href=#c\(card.number)>"
        guard let worst = card.worst, worst != .note else {
            return "<td class=\"fine\(kind)\">\(link)<span class=hidden>fine\(mark)</span></a>"
        }
        let count = card.findings.count { $0.severity == worst }
        guard count > 0 else {
            return "<td class=\"error\(kind)\">\(link)<span class=hidden>general error\(mark)</span></a>"
        }
        let word: HTML =
            edition.isForVendor ? "to do" : "\(PreviewFindings.kind(worst))\(count == 1 ? "" as HTML : "s")"
        return """
            <td class="\(PreviewFindings.kind(worst))\(kind)">\(link)\(count)<span class=hidden> \(word)\(mark)</span></a>
            """
    }

    private func gap(isError: Bool) -> HTML {
        "<td class=\"gap\(isError ? " error" as HTML : "")\"><span class=hidden>not delivered</span>"
    }
}
