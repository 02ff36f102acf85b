/// How much of the room that the service gives a field a text takes: `61/66`, with a bar.
struct Gauge {
    let length: TextLength
    let limit: Int

    init(_ text: String, limit: Int) {
        length = TextLength(of: text)
        self.limit = limit
    }

    /// What it is in the page's style: over the limit, over it if one counts as some of Apple's libraries do, nearly there.
    private var level: HTML {
        if length.graphemes > limit { return " over" }
        if max(length.scalars, length.utf16) > limit { return " doubtful" }
        return length.graphemes * 10 > limit * 9 ? " near" : ""
    }

    /// The width of the bar, in twentieths of the room.
    private var twentieths: Int { min(20, (length.graphemes * 20 + limit - 1) / limit) }

    var html: HTML {
        var html: HTML = "<span class=\"gauge g\(twentieths)\(level)\">\(length.graphemes)/\(limit)</span>"
        if length.graphemes > limit { html.append("<small>\(length.graphemes - limit) too many</small>") }
        if length.scalars != length.graphemes { html.append("<small>\(length.scalars) code points</small>") }
        if length.utf16 != length.scalars { html.append("<small>\(length.utf16) UTF-16</small>") }
        return html
    }
}
