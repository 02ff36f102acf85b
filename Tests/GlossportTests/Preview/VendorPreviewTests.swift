import GlossportReading
import Testing

@testable import GlossportChecking
@testable import GlossportProject
@testable import GlossportReporting

@Suite("Preview for a vendor")
struct VendorPreviewTests {
    private func page() throws -> String {
        var project = Project(app: "com.example.northlight", keeping: ["Northlight"])
        project.environment = .production
        project.locales.source = StoreLocale("en-US")
        var settings = Project.Message()
        settings.defaultFor = ["com.example.northlight.annual"]
        project.messages = ["keep": settings]
        let sample = PreviewSample(
            """
            secret/keep.header [en-US] = Stay with Northlight
            secret/keep.body [en-US] = Your boards are kept.
            secret/keep.header [de-DE] = Bleib
            secret/keep.body [de-DE] = Deine  Tafeln bleiben. << Your boards are kept.
            secret/keep.header [fr-FR] = Restez chez Northlight << Stay with Northlight
            """,
            project: project
        )
        let texts = try TextsToDo(
            .reject(minimum: .note),
            of: sample.review,
            Selection(locales: [try #require(StoreLocale("de-DE"))]),
            at: 1_795_705_353
        )
        let package = try #require(texts.packages.first)
        return String(decoding: try package.preview(of: sample.review), as: UTF8.self)
    }

    @Test("The page shows the vendor's locales and the source, with names and tasks")
    func contents() throws {
        let page = try page()
        #expect(page.contains("<h1>Preview of Northlight (com.example.northlight)</h1>"))
        #expect(page.contains("about to cancel a subscription"))
        #expect(page.contains("Bleib") && page.contains("Stay with Northlight") && !page.contains("Restez"))
        #expect(page.contains("<option value=\"de-DE\">de-DE – German (Germany)"))
        #expect(page.contains("Remove one of two spaces in a row.<br><small><code>keep.body</code> · German (Germany)"))
        #expect(page.contains("<span class=warning>to do</span>"))
    }

    @Test("A missing text is shown as its English source, and a text under a wrong key as delivered")
    func pending() throws {
        var project = Project(app: "com.example.northlight")
        project.locales.source = StoreLocale("en-US")
        project.locales.expected = ["de-DE", "da"].compactMap { StoreLocale($0) }
        project.messages = ["keep": Project.Message()]
        let sample = PreviewSample(
            """
            keep.header [en-US] = Stay
            keep.body [en-US] = Your boards are kept.
            keep.hedaer [de-DE] = Bleib 👩‍🚀
            keep.body [de-DE] = Deine Tafeln bleiben.
            """,
            project: project
        )
        let package = try #require(
            TextsToDo(.reject(minimum: .error), of: sample.review, at: 1_795_705_353).packages.first
        )
        let page = String(decoding: try package.preview(of: sample.review), as: UTF8.self)
        #expect(page.contains("<div class=head>Bleib 👩‍🚀</div>") && !page.contains("<span class=gap lang=en dir=ltr>no "))
        #expect(
            page.contains(
                "<div class=head><span lang=\"en-US\" dir=ltr>Stay</span><small lang=en dir=ltr>not yet translated"
            )
        )
        #expect(page.contains("3 texts to do</span>") && page.contains("1 text to do</span>"))
        #expect(!page.contains(" code points</small>") && !page.contains("UTF-16</small>"))
    }

    @Test("The letter of a package with a preview describes it, and that of a package without one does not")
    func letter() throws {
        let sample = PreviewSample("keep.header [de-DE] = Bleib", project: Project(app: "com.example.app"))
        let package = try #require(
            TextsToDo(.reject(minimum: .note), of: sample.review, at: 1_795_705_353).packages.first
        )
        let letter = PackageLetter(package, of: sample.review.project, attachments: [.preview]).text
        #expect(letter.contains("preview.html shows the messages"))
        #expect(!PackageLetter(package, of: sample.review.project).text.contains("preview.html"))
    }

    @Test("The page omits the team's findings, IDs, paths, products and environment")
    func secrets() throws {
        let page = try page()
        for word in ["secret", "double-space", " ID <code>", "annual", "production", "warnings", "<th scope=col>Line"] {
            #expect(!page.contains(word), "\(word)")
        }
    }
}
