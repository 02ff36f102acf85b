import GlossportProject
import Testing

@Suite("A project's vocabulary")
struct ProjectVocabularyTests {
    @Test("The names in a project file are found, each product once")
    func names() {
        let vocabulary = ProjectVocabulary(
            """
            locales:
              expected: [de-DE, no]
            messages:
              spring: { defaultFor: [com.example.annual, com.example.monthly] }
              autumn: { defaultFor: [com.example.annual] }
              winter:
            readers:
              po: { command: ./po }
            """,
            path: "glossport.yaml"
        )
        #expect(vocabulary.messages == ["spring", "autumn", "winter"])
        #expect(vocabulary.products == ["com.example.annual", "com.example.monthly"])
        #expect(vocabulary.locales == ["de-DE", "no"])
        #expect(vocabulary.readers == ["po"])
    }

    @Test(
        "A file that is not what it should be has no names, and is no error",
        arguments: ["", "messages: [", "messages: 5\nlocales: none", "- a\n- b", "messages: { a: { defaultFor: x } }"]
    )
    func unusable(text: String) {
        let vocabulary = ProjectVocabulary(text, path: "glossport.yaml")
        #expect(vocabulary.products.isEmpty && vocabulary.locales.isEmpty && vocabulary.readers.isEmpty)
    }
}
