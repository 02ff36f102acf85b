import Glossport
import GlossportReading
import Testing

@Suite("Exit status of errors")
struct ExitStatusTests {
    private static let statuses: [(GlossportError.Code, Glossport.ExitStatus)] = [
        (.invalidOption, .usage), (.invalidProject, .usage), (.unreadableInput, .usage), (.plugin, .usage),
        (.credentials, .credentials), (.accessRefused, .credentials), (.journal, .unclassified),
        (.journalLocked, .locked), (.quota, .notYet), (.capacity, .capacity), (.drift, .findings),
        (.setBack, .conflict), (.service, .unclassified), (.unreachable, .network), (.internalError, .unclassified),
    ]

    @Test("Each error code has its exit status", arguments: statuses)
    func codes(code: GlossportError.Code, expected: Glossport.ExitStatus) {
        #expect(Glossport.ExitStatus(of: GlossportError(code, "It failed.")) == expected)
    }

    @Test("The list above contains every error code")
    func complete() throws {
        let source = try Repository.text(of: "Sources/GlossportReading/Findings/GlossportError.swift")
        let declared = source.matches(of: /Code\(rawValue: "([a-z-]+)"\)/).map { String($0.1) }
        #expect(declared.sorted() == Self.statuses.map(\.0.rawValue).sorted() && !declared.isEmpty)
    }

    @Test("A code of another program is unclassified")
    func foreign() {
        #expect(Glossport.ExitStatus(of: GlossportError(.init(rawValue: "other"), "It failed.")) == .unclassified)
    }
}
