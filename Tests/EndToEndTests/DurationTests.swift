import Testing

@Suite("Durations", .bounded)
struct DurationTests {
    @Test("They are written as people write them", arguments: ["90s", "1h30m", "2d", "1.5h", "1d12h", "0.25m"])
    func written(duration: String) async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.small)
        let call = try await Glossport.run("plan", "--offline", "--wait-for-quota", duration, in: project)
        #expect(call.exitCode == 0, "\(call.output)")
    }

    @Test(
        "Anything else is refused, with how it is done",
        arguments: ["90", "1x", "30m1h", "h", "-5m", "1.2.3h", "1e3s", "99999999d"]
    )
    func refused(duration: String) async throws {
        let project = try TestProject()
        let call = try await Glossport.run("plan", "--offline", "--wait-for-quota=\(duration)", in: project)
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("1h30m"))
    }
}
