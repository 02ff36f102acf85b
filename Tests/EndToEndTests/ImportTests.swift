import Testing

@Suite("glossport import", .bounded)
struct ImportTests {
    @Test("The samples are imported, and a second import sends nothing")
    func samples() async throws {
        let project = try TestProject(samples)
        let (calls, service) = try await Emulator.with(in: project) { emulator in
            let first = try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
            let second = try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
            return [first, second]
        }
        #expect(calls.map(\.exitCode) == [0, 0], "\(calls.map(\.output))")
        #expect(calls[0].stdout.contains("planned        88\n"))
        #expect(calls[1].stdout.contains("already there  88\n"))
        #expect(service.messages.count == 88)
        #expect(service.uploads.count == 88)
    }

    private let samples = """
        deliveries:
          - path: \(Repository.file("samples/northlight/vendor"))
        locales:
          map: { es-419: es-MX }
        messages: { keep-annual: {}, keep-monthly: {}, offer-winback: {}, switch-to-annual: {} }
        """
}
