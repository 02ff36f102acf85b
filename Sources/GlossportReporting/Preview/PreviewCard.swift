import GlossportChecking
import GlossportProject
import GlossportReading

/// A message in one locale as customers see it, with the information for judging it.
struct PreviewCard {
    let review: Review
    let edition: PreviewEdition
    private let findings: PreviewFindings
    private let phone: PreviewPhone

    init(_ review: Review, _ edition: PreviewEdition) {
        self.review = review
        self.edition = edition
        findings = PreviewFindings(review: review, edition: edition)
        phone = PreviewPhone(review: review, edition: edition)
    }

    func html(_ card: PreviewContents.Card) -> HTML {
        let record = card.record
        let number = card.number
        var classes: HTML = "card"
        var tags: HTML = ""
        for severity in [Severity.error, .warning, .note] {
            let count = card.findings.count { $0.severity == severity }
            guard count > 0 else { continue }
            let kind = PreviewFindings.kind(severity)
            classes.append(" \(kind)")
            tags.append("<span class=\"tag \(kind)\">\(findings.counted(count, severity))</span> ")
        }
        if card.isLocaleBroken {
            if card.findings.first?.severity != .error { classes.append(" error") }
            tags.append("<a class=\"tag error\" href=#others>general error</a> ")
        }
        if let original = record.copiedFrom { tags.append("<span class=tag>copy of \(original.code)</span> ") }
        let status = edition.statuses?[record.message]?[record.locale]
        if let status, status != .unchanged {
            classes.append(" \(status.rawValue)")
            tags.append("<span class=\"tag \(status.rawValue)\">\(status.rawValue)</span>")
        }
        return """
            <article class="\(classes)" id=c\(number) \(record.locale.attributes) aria-labelledby=t\(number)>
            <header lang=en dir=ltr><h3 id=t\(number)><bdi>\(record.message)</bdi> <a href=#c\(number)>\(record.locale.code)</a> \
            <small>\(record.locale.name)</small></h3>\(tags)</header>
            \(phone.html(record))<div class=facts lang=en dir=ltr>
            \(findings.grouped(card.findings))\(table(record))</div></article>

            """
    }

    // MARK: Fields

    private func table(_ record: MessageRecord) -> HTML {
        let path = edition.isForVendor ? nil : record.location?.path ?? ""
        let line: HTML = path == nil ? "" : "<th scope=col>Line"
        let rows = record.fields.sorted { $0.key < $1.key }.map { field, text in
            row(field, text, of: record, in: path)
        }
        return """
            <table><thead><tr><th scope=col>Field<th scope=col>Length<th scope=col>Source and notes\(line)<tbody>
            \(rows.joined())</table>\(path.map { "<p class=quiet><code>\($0)</code></p>" as HTML } ?? "")
            """
    }

    private func row(_ field: Field, _ text: MessageRecord.Text, of record: MessageRecord, in path: String?) -> HTML {
        var name: HTML = "\(field.name)"
        if text.state != .translated { name.append("<small>\(text.state.rawValue)</small>") }
        var length: HTML = "–"
        if let text = text.text, field != .messageIdentifier {
            length = Gauge(text, limit: field.lengthLimit, in: review.project.limits.unit).html(
                withOtherUnits: !edition.isForVendor
            )
        }
        var cell: HTML = ""
        // The phone shows the other fields.
        if !isInPhone(field, of: record), let text = text.text {
            cell.append("<div class=delivered \(record.locale.attributes)>\(FoldedText.html(text))</div>")
        }
        if let source = text.source {
            let attributes = review.catalog.sourceLocale?.attributes ?? "lang=\"\" dir=auto"
            cell.append("<div \(attributes)>\(FoldedText.html(source))</div>")
        }
        for note in text.notes {
            cell.append("<div class=remark lang=\"\" dir=auto>\(FoldedText.html(note, hasLines: true))</div>")
        }
        guard let path else { return "<tr><th scope=row>\(name)<td>\(length)<td>\(cell)\n" }
        if text.location.path != path { cell.append("<div class=quiet><code>\(text.location.path)</code></div>") }
        return "<tr><th scope=row>\(name)<td>\(length)<td>\(cell)<td>\(text.location.line)\n"
    }

    private func isInPhone(_ field: Field, of record: MessageRecord) -> Bool {
        switch field {
        case .header, .body: true
        case .bulletText(let number):
            review.project.messages[record.message]?.bullets.indices.contains(number - 1) ?? false
        case .altText, .bulletAltText, .messageIdentifier: false
        }
    }
}

/// A text's share of the field's limit: `61/66`, with a bar.
struct Gauge {
    private let length: TextLength
    private let limit: Int
    /// The text's length in the service's unit, or in graphemes if that is unknown.
    private let count: Int
    private let unit: LengthUnit?

    init(_ text: String, limit: Int, in unit: LengthUnit?) {
        length = TextLength(of: text)
        count = (unit ?? .graphemes).count(text)
        self.limit = limit
        self.unit = unit
    }

    /// The style class: over the limit, over it only in another unit that the service may use, or near it.
    private var level: HTML {
        if count > limit { return " over" }
        if unit == nil, max(length.scalars, length.utf16) > limit { return " doubtful" }
        return count * 10 > limit * 9 ? " near" : ""
    }

    /// The width of the bar, in twentieths of the limit.
    private var twentieths: Int { min(20, (count * 20 + limit - 1) / limit) }

    /// Returns the numbers and the bar.
    ///
    /// - Parameter withOtherUnits: Whether to include the lengths in other units.
    /// - Returns: The markup of a cell.
    func html(withOtherUnits: Bool) -> HTML {
        var html: HTML = "<span class=\"gauge g\(twentieths)\(level)\">\(count)/\(limit)</span>"
        if count > limit { html.append("<small>\(count - limit) too many</small>") }
        guard withOtherUnits, unit == nil else { return html }
        if length.scalars != length.graphemes { html.append("<small>\(length.scalars) code points</small>") }
        if length.utf16 != length.scalars { html.append("<small>\(length.utf16) UTF-16</small>") }
        return html
    }
}
