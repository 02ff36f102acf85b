private import Crypto
package import GlossportChecking
import GlossportProject
import GlossportReading

/// A review as one page without scripts, which shows every delivered message approximately as customers see it.
///
/// A Content Security Policy in the page ensures that it loads nothing but its images. Delivered content appears as
/// text only.
package struct PreviewPage {
    private let review: Review
    private let edition: PreviewEdition
    private let contents: PreviewContents

    package init(_ review: Review, _ edition: PreviewEdition) {
        self.review = review
        self.edition = edition
        contents = PreviewContents(review)
    }

    /// The file in UTF-8.
    package var bytes: [UInt8] {
        let controls = PreviewControls(contents: contents, edition: edition)
        let style = PreviewStyle(filters: controls.css)
        let findings = PreviewFindings(review: review, edition: edition)
        let card = PreviewCard(review, edition)
        let phone = PreviewPhone(review: review, edition: edition)
        var page: HTML = """
            <html lang=en>
            <head>
            <meta charset=utf-8>
            <meta http-equiv=Content-Security-Policy content="\(attribute: style.policy)">
            <meta name=referrer content=no-referrer>
            <meta name=viewport content="width=device-width,initial-scale=1">
            <meta name=color-scheme content="light dark">
            <title>\(title)</title>
            \(style.element)
            </head>
            <body>
            <a class=skip href=#messages>Skip to the messages</a>
            \(phone.embedded)\(header)<main>
            \(controls.html)<h2 id=index>Messages and locales</h2>
            \(PreviewIndex(contents: contents, edition: edition).html)

            """
        if !contents.others.isEmpty {
            page.append(
                """
                <section class=others aria-labelledby=others><h2 id=others>General findings</h2>
                \(findings.grouped(contents.others))</section>

                """
            )
        }
        page.append("<div id=messages tabindex=-1>\n")
        for (number, section) in contents.sections.enumerated() {
            page.append(
                """
                <section class="message\(classes(of: section))" id=m\(number) aria-labelledby=h\(number)>
                <div class=title><h2 id=h\(number)><bdi>\(section.message)</bdi></h2><p>\(facts(of: section))</p>\
                <a class=all href=#messages>Show all messages</a></div>
                \(findings.grouped(section.findings))
                """
            )
            for each in section.cards { page.append(card.html(each)) }
            page.append("</section>\n")
        }
        page.append("</div>\n</main>\n</body>\n</html>\n")
        return Array(ReturnPackageFile.previewSignature.utf8) + Array(page.text.utf8)
    }

    private var title: HTML {
        "Preview of \(review.project.app.isEmpty ? "a delivery" : review.project.appName)"
    }

    private var header: HTML {
        let findings = PreviewFindings(review: review, edition: edition)
        let cards = contents.sections.reduce(0) { $0 + $1.cards.count }
        var counts: [HTML] = [
            "\(Self.counted(contents.sections.count, "message"))",
            "\(Self.counted(Set(review.catalog.recordsWithCopies.map(\.locale)).count, "locale"))",
            "\(Self.counted(cards, "card"))",
        ]
        for severity in [Severity.error, .warning, .note] {
            let count = review.findings.count { $0.severity == severity }
            let kind = PreviewFindings.kind(severity)
            if count > 0 {
                counts.append("<span class=\"tag \(kind)\">\(findings.counted(count, severity))</span>")
            }
        }
        let list = counts.map { "<li>\($0)" as HTML }.joined()
        let environment: HTML = edition.isForVendor ? "" : review.project.environment.map { ", \($0.rawValue)" } ?? ""
        let remark: HTML = edition.remark.map { "<p class=caution>\($0)</p>\n" } ?? ""
        return """
            <header class=page>
            <h1>\(title)</h1>
            <p>Retention messages are short texts that the App Store shows to customers who are about to cancel a subscription.</p>
            <p>Made \(edition.made)\(environment).</p>
            <ul class=counts>\(list)</ul>
            \(approvals)\(codes)\(remark)\
            <p class=caution>An approximation: Apple’s layout is not published. Colours, sizes and line breaks differ on a device.</p>
            </header>

            """
    }

    private var approvals: HTML {
        guard !edition.approvals.isEmpty else { return "" }
        let list = edition.approvals.map { "<li><bdi>\($0)</bdi>" as HTML }.joined()
        return "<details><summary>Approvals</summary><ul>\(list)</ul></details>\n"
    }

    /// Instructions for approving by mail, for readers without Glossport.
    private var codes: HTML {
        guard !edition.codes.isEmpty else { return "" }
        let locales = contents.locales.compactMap { locale in edition.codes[locale].map { (locale, $0) } }
        let rows = locales.map { locale, code in
            "<li><code>\(code)</code> \(locale.code) – \(locale.name)" as HTML
        }
        return """
            <details class=codes><summary>Approve by mail: a code for each locale</summary>
            <p>Have you read a language and seen its pictures? Reply with its code and your name. The code stands for exactly the complete \
            messages on this page; it is another one as soon as a text or a picture changes.</p>
            <ul>\(rows.joined())</ul></details>

            """
    }

    /// The severities and statuses in a section, as classes for the controls' style rules.
    private func classes(of section: PreviewContents.Section) -> HTML {
        let severities = Set(
            section.cards.flatMap(\.findings).map(\.severity) + section.cards.compactMap(\.worst)
                + section.findings.map(\.severity)
        )
        let statuses = Set(edition.statuses?[section.message]?.values.map(\.self) ?? [])
        let kinds =
            severities.sorted().map(PreviewFindings.kind)
            + RecordStatus.allCases.filter { $0 != .unchanged && statuses.contains($0) }.map { "\($0.rawValue)" }
        return kinds.map { " \($0)" as HTML }.joined()
    }

    private func facts(of section: PreviewContents.Section) -> HTML {
        guard !edition.isForVendor else { return "" }
        let settings = review.project.messages[section.message] ?? Project.Message()
        var facts: [HTML] = ["\(settings.kind.rawValue)"]
        if settings.image != nil {
            facts.append(settings.headerPosition == .aboveImage ? "header above image" : "header above body")
        }
        if !settings.defaultFor.isEmpty {
            facts.append("default for <bdi>\(settings.defaultFor.joined(separator: ", "))</bdi>")
        }
        return facts.dropFirst().reduce(into: facts[0]) { $0.append(" · \($1)") }
    }

    private static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

/// The page's style, and the policy that permits only this style and the images.
struct PreviewStyle {
    private let css: String

    init(filters: String) { css = Self.sheet + filters }

    /// Needs no escaping, because it consists only of literals and App Store codes.
    var element: HTML { "<style>\(HTML(stringLiteral: css))</style>" }

    /// The resources that the browser may load: this style, and images next to the page or in it.
    ///
    /// A page opened from the disk has no origin, so `'self'` does not match the files next to it, and `file:` is
    /// needed as well.
    var policy: String {
        let digest = Base64.text(Array(SHA256.hash(data: Array(css.utf8))))
        return
            "default-src 'none'; style-src 'sha256-\(digest)'; img-src data: 'self' file:; base-uri 'none'; form-action 'none'"
    }

    private static let sheet = String(decoding: PackageResources.preview_css, as: UTF8.self)
}

extension StoreLocale {
    var attributes: HTML { "lang=\"\(attribute: code)\" dir=\(isRightToLeft ? "rtl" as HTML : "ltr")" }
}
