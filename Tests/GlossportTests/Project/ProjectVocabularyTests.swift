import GlossportProject
import Testing

@Suite("Project vocabulary")
struct ProjectVocabularyTests {
    @Test("A project file's names are found, each product once")
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
        "An invalid file yields no products, locales or readers, and no error",
        arguments: ["", "messages: [", "messages: 5\nlocales: none", "- a\n- b", "messages: { a: { defaultFor: x } }"]
    )
    func unusable(text: String) {
        let vocabulary = ProjectVocabulary(text, path: "glossport.yaml")
        #expect(vocabulary.products.isEmpty && vocabulary.locales.isEmpty && vocabulary.readers.isEmpty)
    }
}
