import Foundation
import GlossportReading
import Testing

@testable import GlossportChecking
@testable import GlossportProject
@testable import GlossportReporting

@Suite("Preview")
struct PreviewPageTests {
    @Test("A card shows the text in its language, with length, source, location and findings")
    func card() {
        var project = Project(app: "com.example.app")
        project.rules = ["double-space": .off]
        let sample = PreviewSample(
            """
            keep.header [de] = Bleib  hier << Stay here
            keep.body [de] = Die Nächte sind klar. << The nights are clear.
            """,
            project: project,
            findings: [
                Finding(
                    "csv-odd",
                    .warning,
                    "The cell is odd.",
                    remedy: "Even it out.",
                    at: SourceLocation(path: "example", line: 2, column: 7)
                )
            ]
        )
        let print = sample.review.findings.first { $0.rule == "csv-odd" }.map {
            sample.review.id(of: $0).description
        }
        #expect(
            sample.elements("article") == [
                """
                <article class="card warning" id=c0 lang="de-DE" dir=ltr aria-labelledby=t0>
                <header lang=en dir=ltr><h3 id=t0><bdi>keep</bdi> <a href=#c0>de-DE</a> <small>German (Germany)</small></h3><span class="tag warning">1 warning</span> </header>
                <div class=phone><div class=head>Bleib  hier</div><div class=body>Die Nächte sind klar.</div></div>
                <div class=facts lang=en dir=ltr>
                <ul class=findings><li class=warning><b>warning</b> The cell is odd. <span class=remedy>Even it out.</span><br>\
                <small><code>csv-odd</code> · <code>example:2:7</code> · ID <code>\(print ?? "")</code></small></ul>
                <table><thead><tr><th scope=col>Field<th scope=col>Length<th scope=col>Source and notes<th scope=col>Line<tbody>
                <tr><th scope=row>header<td><span class="gauge g4">11/66</span><td><div lang="" dir=auto>Stay here</div><td>1
                <tr><th scope=row>body<td><span class="gauge g3">21/144</span><td><div lang="" dir=auto>The nights are clear.</div><td>2
                </table><p class=quiet><code>example</code></p></div></article>
                """
            ]
        )
    }

    @Test("Every App Store locale has its language and direction", arguments: StoreLocale.all)
    func languages(code: String) throws {
        let sample = PreviewSample("keep.header [\(code)] = x\nkeep.body [\(code)] = y")
        let article = try #require(sample.elements("article").first)
        let isRightToLeft = ["ar-SA", "he", "ur-PK"].contains(code)
        #expect(article.contains(" lang=\"\(code)\" dir=\(isRightToLeft ? "rtl" : "ltr") "))
    }

    @Test(
        "Each language with Han characters has its own fonts",
        arguments: [("ja", "CJK JP"), ("ko", "CJK KR"), ("zh-Hans", "CJK SC"), ("zh-Hant", "CJK TC")]
    )
    func fonts(language: String, font: String) throws {
        let rules = PreviewSample("").page.components(separatedBy: "\n")
        let rule = try #require(rules.first { $0.hasPrefix(":lang(\(language)) { font-family:") })
        #expect(rule.contains(font))
        #expect(rule.components(separatedBy: "CJK").count == 2, "no other language's shapes")
        #expect(!rule.contains("system-ui"))
    }

    @Test("The policy permits only the page's style and local or embedded images")
    func policy() throws {
        let page = PreviewSample("keep.header [de] = x").page
        let style = try #require(
            page.components(separatedBy: "<style>").last?.components(separatedBy: "</style>").first
        )
        let digest = try #require(page.components(separatedBy: "sha256-").last?.components(separatedBy: "&#39;").first)
        let hexadecimal = try #require(Data(base64Encoded: digest)).map { String(format: "%02x", $0) }.joined()
        #expect(hexadecimal == ImageDigest.of(Array(style.utf8)))
        #expect(page.contains("content=\"default-src &#39;none&#39;; style-src &#39;sha256-"))
        #expect(
            page.contains("img-src data: &#39;self&#39; file:; base-uri &#39;none&#39;; form-action &#39;none&#39;\">")
        )
        #expect(!page.contains("<script") && !page.contains(" style="))
    }

    @Test(
        "No text changes the markup around it",
        arguments: [
            "</style><b>", "\" onload=alert(1) x=\"", "' onload=alert(1) x='", "<script>alert(1)</script>", "--><!-- ",
            "&lt;b&gt;",
            "</svg></title></textarea><plaintext>", "\u{202E}abc", "a\u{0}b\u{1B}[31m", "]]>", "\u{2028}\u{2029}\u{85}",
        ]
    )
    func hostile(text: String) {
        let page = PreviewSample(everywhere: text)
        let plain = PreviewSample(everywhere: "x")
        let named = page.tags.filter { $0 != "bdi" && $0 != "/bdi" }
        // Lists of findings may differ.
        let lists = [
            "ul", "/ul", "li", "br", "b", "/b", "small", "/small", "code", "/code", "span", "/span", "details",
            "/details", "summary", "/summary",
        ]
        #expect(
            named.filter { !lists.contains($0) }
                == plain.tags.filter { $0 != "bdi" && $0 != "/bdi" && !lists.contains($0) }
        )
        #expect(!page.page.unicodeScalars.contains { $0.isUnprintable && $0 != "\n" })
    }

    @Test("A text of 10,000 characters is folded, and one of a million is cut off")
    func folds() {
        let long = PreviewSample("keep.header [de] = \(String(repeating: "W", count: 10_000))").page
        #expect(long.contains("<summary lang=en dir=ltr>9600 more characters</summary>"))
        let endless = PreviewSample("keep.header [de] = \(String(repeating: "W", count: 1_000_000))").page
        #expect(endless.utf8.count < 100_000)
        #expect(endless.contains("… (987600 more)"))
    }

    @Test("The length gauge counts graphemes and shows the count in other units")
    func gauge() {
        let page = PreviewSample("keep.header [hi] = \(String(repeating: "कि", count: 40))").page
        #expect(page.contains("<span class=\"gauge g13 doubtful\">40/66</span><small>80 code points</small>"))
        let over = PreviewSample("keep.header [de] = \(String(repeating: "x", count: 70))").page
        #expect(over.contains("<span class=\"gauge g20 over\">70/66</span><small>4 too many</small>"))
    }

    @Test(
        "A source text is marked with the language of an equal delivered text, and also shown for files without sources"
    )
    func sources() {
        let page = PreviewSample(
            """
            keep.header [en] = Stay here
            keep.header [de] = Bleib hier << Stay here
            keep.header [he] = הישארו
            """
        ).page
        #expect(page.components(separatedBy: "<td><div lang=\"en-US\" dir=ltr>Stay here</div>").count == 3)
    }

    @Test("The index links to each card and marks texts that were not delivered")
    func index() {
        var project = Project(app: "com.example.app")
        project.locales.expected = ["de-DE", "ja"].compactMap { StoreLocale($0) }
        let page = PreviewSample("keep.header [de] = Bleib\nkeep.body [de] = Hier", project: project).page
        #expect(
            page.contains(
                "<tr><th scope=row><a href=#m0><bdi>keep</bdi></a><td class=\"fine\"><a href=#c0><span class=hidden>fine</span></a>"
            )
        )
        #expect(page.contains("<td class=\"gap error\"><span class=hidden>not delivered</span>"))
    }

    @Test("Swapped locales are red in the table's headings and cells and on their cards")
    func exchanged() {
        var exchange = Finding("swapped-locales", .error, "It is.", remedy: "Mend it.", at: nil, locale: "da")
        exchange.location = SourceLocation(path: "example", line: 1, column: 1)
        exchange.otherLocale = "sv"
        let lines = ["da", "sv", "nl-NL"].map { "keep.header [\($0)] = A\nkeep.body [\($0)] = B." }
        let sample = PreviewSample(lines.joined(separator: "\n"), findings: [exchange])
        #expect(sample.page.components(separatedBy: "<th scope=col class=error>").count == 3)
        #expect(sample.page.components(separatedBy: "general error</span></a>").count == 3)
        #expect(sample.page.components(separatedBy: "href=#others>general error</a>").count == 3)
        #expect(sample.page.contains("with errors (2)"))
    }

    @Test("New and changed texts are marked if the last import is known")
    func statuses() throws {
        var sample = PreviewSample("keep.header [de] = x\nkeep.header [fr] = y\nkeep.header [it] = z")
        #expect(!sample.page.contains("show-fresh autocomplete"))
        let locales = try ["de-DE", "fr-FR", "it"].map { try #require(StoreLocale($0)) }
        sample.edition.statuses = ["keep": [locales[0]: .new, locales[1]: .changed, locales[2]: .unchanged]]
        let articles = sample.elements("article").map { $0.prefix { $0 != ">" } }
        #expect(articles.map { $0.contains(" new\"") } == [true, false, false])
        #expect(articles.map { $0.contains(" changed\"") } == [false, true, false])
        #expect(sample.page.contains("new or changed (2)"))
    }

    @Test("The same review yields identical bytes")
    func isDeterministic() {
        let lines = (0..<40).map { "m\($0).header [\(StoreLocale.all[$0])] = x \($0) %@" }.joined(separator: "\n")
        #expect(PreviewSample(lines).page == PreviewSample(lines).page)
    }

    @Test(
        "An image's address is relative to the page, and its name is percent-encoded",
        arguments: [
            ("/a/images/x.png", "/a", "images/x.png"), ("/a/images/x.png", "/a/out/deep", "../../images/x.png"),
            ("/a/javascript:x?#.png", "/a", "javascript%3Ax%3F%23.png"), ("/a/ü \".png", "/b", "../a/%C3%BC%20%22.png"),
        ]
    )
    func addresses(file: String, folder: String, address: String) {
        #expect(PreviewEdition.Image.link(to: file, from: folder) == .linked(address))
    }

    @Test("An image used in several locales is embedded once")
    func embedded() throws {
        var project = Project(app: "com.example.app")
        var message = Project.Message()
        message.image = ImagePattern("image.png")
        message.headerPosition = .aboveImage
        project.messages = ["keep": message]
        var sample = PreviewSample("keep.header [de] = x\nkeep.header [fr] = y", project: project)
        let key = ImageInventory.FileKey(path: "image.png", size: .fullSize)
        var collected = sample.review.collected
        let inspection = PNGInspection(width: 3_840, height: 1_080)
        let source = SourceFile(path: "image.png", bytes: [1, 2, 3])
        collected.catalog.images.files[key] = .init(
            key: key,
            sha256: "abc",
            byteCount: 3,
            inspection: inspection,
            source: source
        )
        for locale in ["de-DE", "fr-FR"] {
            collected.catalog.images.uses[.init(message: "keep", locale: locale)] = "image.png"
        }
        sample.review = Review(project, collected, [], rules: [])
        #expect(sample.page.components(separatedBy: "no picture").count == 3)
        sample.edition.images = [key: .embedded([1, 2, 3])]
        #expect(sample.page.components(separatedBy: "data:image/png;base64,AQID").count == 2)
        #expect(sample.page.components(separatedBy: "<use href=\"#p-abc\"/>").count == 3)
        sample.edition.images = [key: .linked("image.png")]
        let phone =
            "<div class=phone><div class=head>x</div><img class=picture src=\"image.png\" alt=\"\" width=3840 height=1080 loading=lazy>"
        #expect(sample.page.contains(phone), "the header is above the image")
    }

    @Test("The source locale is the first column, and only delivered locales are counted")
    func sourceFirst() throws {
        var project = Project(app: "com.example.app")
        project.locales.source = StoreLocale("en-US")
        let missing = Finding("expected-locale-missing", .error, "No he.", remedy: "Ask.", at: nil, locale: "he")
        var sample = PreviewSample("a.body [de] = x\na.body [en-US] = y", project: project, findings: [missing])
        var collected = sample.review.collected
        collected.catalog.sourceLocale = project.locales.source
        sample.review = Review(project, collected, sample.review.findings, rules: [])
        let columns = sample.page.matches(of: /<th scope=col[^>]*><span[^>]*>([^<]+)</).map { String($0.1) }
        #expect(columns == ["en-US", "de-DE", "he"])
        #expect(sample.page.contains("<li>2 locales"))
    }

    @Test("Text in backquotes in a finding is set as code")
    func code() {
        let finding = Finding("a", .warning, "An odd ` is.", remedy: "Write `keys:` & `x`.", at: nil)
        let page = PreviewSample("a.body [de] = x", findings: [finding]).page
        #expect(page.contains("Write <code>keys:</code> &amp; <code>x</code>.") && page.contains("An odd ` is."))
    }
}
