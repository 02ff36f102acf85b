import GlossportReading
import Testing

@testable import GlossportChecking

@Suite("Consequences")
struct ConsequencesTests {
    private static func error(_ key: String?, _ line: Int) -> Finding {
        let place = SourceLocation(path: "a", line: line, column: 1)
        var error = Finding("stub-broken", .error, "Broken.", remedy: "Mend it.", at: place)
        error.key = key
        return error
    }

    @Test(
        "A missing text is attributed to an error in its unit, or to an error without a unit",
        arguments: [
            ([error("win.body", 2), error("keep.body", 3)], 3), ([error("win.body", 2)], nil),
            ([error("keep.header", 2)], nil), ([error("win.body", 2), error(nil, 4)], 4), ([error("other", 2)], nil),
        ]
    )
    func causes(errors: [Finding], line: Int?) {
        let missing = Finding(
            MissingField.id,
            .error,
            "keep has no body in de-DE.",
            remedy: "Ask for it.",
            at: SourceLocation(path: "a", line: 1, column: 1),
            locale: "de-DE",
            message: "keep",
            field: "body"
        )
        var file = FileReport(path: "a", format: "stub")
        file.summary.units = 1
        let explained = Consequences.explain([missing], files: [file], locales: [], causes: errors, keys: .standard)
        #expect(explained.map(\.remedy) == [line.map { "Probably caused by the error at a:\($0):1." } ?? "Ask for it."])
    }

    @Test("A missing locale is sought in an unread file unless the file's name contains another locale")
    func unreadFiles() {
        let missing = ["el", "hu", "sk"].map { locale in
            Finding(ExpectedLocaleMissing.id, .error, "No texts.", remedy: "Ask.", at: nil, locale: locale)
        }
        func explained(_ path: String) -> [String] {
            let error = Finding(
                "stub-broken",
                .error,
                "Broken.",
                remedy: "Deliver it again.",
                at: SourceLocation(path: path, line: 1, column: 1)
            )
            let file = FileReport(path: path, format: "stub")
            return Consequences.explain(missing, files: [file], locales: [], causes: [error], keys: .standard)
                .map(\.remedy)
        }
        let hint = "Ask. Is it in vendor/texts.zip, which could not be read?"
        #expect(explained("vendor/texts.zip") == [hint, hint, hint])
        #expect(
            explained("vendor/hu.zip") == ["Ask.", "Ask. Is it in vendor/hu.zip, which could not be read?", "Ask."]
        )
    }
}
