/// A project with one message in two locales, which is the default for one product.
extension TestProject {
    static let product = "com.example.northlight.annual"

    static func keep(german: String = "Bleib bei uns") throws -> TestProject {
        let project = try TestProject(
            """
            deliveries: [{ path: vendor/ }]
            locales: { expected: [de-DE, fr-FR] }
            messages: { keep: { defaultFor: [\(product)] } }
            """
        )
        try project.writeKeep(german: german)
        return project
    }

    /// Writes the delivery of the message with a German header.
    func writeKeep(german: String) throws {
        try write(
            """
            key,locale,text
            keep.header,de-DE,\(german)
            keep.body,de-DE,Text
            keep.header,fr-FR,Restez avec nous
            keep.body,fr-FR,Texte

            """,
            to: "vendor/keep.csv"
        )
    }
}
