import RetentionEmulator
import Testing

@Suite("Identifier")
struct IdentifierTests {
    private let lower = "7e9d4c7e-6d0c-4a58-8f1e-4b4d2b1a9e02"

    @Test("Upper and lower case are the same identifier, written in lower case")
    func lettersDoNotMatter() {
        #expect(Identifier(lower) == Identifier(lower.uppercased()))
        #expect(Identifier(lower.uppercased())?.description == lower)
    }

    @Test(
        "Anything but 32 digits in five groups is invalid",
        arguments: [
            "", "list", "7e9d4c7e6d0c4a588f1e4b4d2b1a9e02", "7e9d4c7e-6d0c-4a58-8f1e-4b4d2b1a9e0",
            "7e9d4c7e-6d0c-4a58-8f1e-4b4d2b1a9e022", "7e9d4c7e-6d0c-4a58-8f1e-4b4d2b1a9e0g",
            "7e9d4c7-e6d0c-4a58-8f1e-4b4d2b1a9e02", "{7e9d4c7e-6d0c-4a58-8f1e-4b4d2b1a9e02}",
        ]
    )
    func malformed(_ text: String) {
        #expect(Identifier(text) == nil)
    }
}
