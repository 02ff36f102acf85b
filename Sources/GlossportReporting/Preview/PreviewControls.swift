import GlossportChecking
import GlossportProject
import GlossportReading

/// The page's controls, which select the cards to show.
///
/// They are plain form controls whose state the style sheet queries, so the page needs no script.
struct PreviewControls {
    let contents: PreviewContents
    let edition: PreviewEdition

    private var cards: [PreviewContents.Card] { contents.sections.flatMap(\.cards) }

    var html: HTML {
        let cards = cards
        let some = cards.count { $0.worst.map { $0 > .note } ?? false }
        var choices = [
            radio("show", "all", "all \(cards.count)", isChosen: true),
            radio("show", "some", edition.isForVendor ? "to do" : "with findings", count: some),
        ]
        if !edition.isForVendor {
            choices.append(radio("show", "bad", "with errors", count: cards.count { $0.worst == .error }))
        }
        if let statuses = edition.statuses {
            let count = cards.count { card in
                statuses[card.record.message]?[card.record.locale].map { $0 != .unchanged } ?? false
            }
            choices.append(radio("show", "fresh", "new or changed", count: count))
        }
        let locales = contents.locales.map { locale -> HTML in
            "<option value=\"\(attribute: locale.code)\">\(locale.code) – \(locale.name)"
        }
        return """
            <div class=controls>
            <fieldset><legend>Show</legend>\(choices.joined())</fieldset>
            <fieldset><legend>Phone</legend>\(radio("phone", "system", "as this device", isChosen: true))\
            \(radio("phone", "light", "light"))\(radio("phone", "dark", "dark"))</fieldset>
            <fieldset><legend>Text</legend>\(radio("text", "standard", "standard", isChosen: true))\
            \(radio("text", "large", "large"))</fieldset>
            <p><label for=locale>Locale</label> <select id=locale autocomplete=off><option value="" selected>all \(contents.locales.count)\
            \(locales.joined())</select></p>
            </div>

            """
    }

    private func radio(_ name: HTML, _ value: HTML, _ label: HTML, isChosen: Bool = false) -> HTML {
        let state: HTML = isChosen ? " checked" : ""
        return "<label><input type=radio name=\(name) id=\(name)-\(value) autocomplete=off\(state)> \(label)</label>"
    }

    /// A choice without any card is disabled.
    private func radio(_ name: HTML, _ value: HTML, _ label: HTML, count: Int) -> HTML {
        let state: HTML = count == 0 ? " disabled" : ""
        return """
            <label><input type=radio name=\(name) id=\(name)-\(value) autocomplete=off\(state)> \(label) (\(count))</label>
            """
    }

    /// The style rules of the controls.
    ///
    /// A card that a link targets is always shown. Only the controls use `:has`, never the cards: the browser would
    /// evaluate it again for each card that it parses, which takes minutes with thousands of cards.
    var css: String {
        let filters = [
            ("show-some", ":is(.error,.warning)"), ("show-bad", ".error"), ("show-fresh", ":is(.new,.changed)"),
        ]
        let rules = filters.flatMap { control, kept in
            [
                Self.rule("#\(control):checked", hiding: ".card:not(\(kept),:target)"),
                Self.rule("#\(control):checked", hiding: ".message:not(\(kept))>.title"),
            ]
        }
        let locales = contents.locales.map { locale in
            Self.rule(
                "option[value=\"\(locale.code)\"]:checked",
                hiding: ".card:not([lang=\"\(locale.code)\"],:target)"
            )
        }
        return (rules + locales).joined()
    }

    private static func rule(_ control: String, hiding cards: String) -> String {
        ".controls:has(\(control))~#messages \(cards){display:none}\n"
    }
}
