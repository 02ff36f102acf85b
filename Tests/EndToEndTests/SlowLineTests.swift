import Foundation
import Testing

@Suite("A slow line", .bounded)
struct SlowLineTests {
    @Test("A picture that takes longer than any text may is uploaded at the first attempt")
    func picture() async throws {
        let project = try TestProject(
            "deliveries: [{ path: vendor/ }]\nmessages: { keep: { image: keep.png } }"
        )
        try project.write(
            "key,locale,text\nkeep.header,de-DE,Bleib\nkeep.body,de-DE,Bleib hier\nkeep.altText,de-DE,Sterne\n",
            to: "vendor/keep.csv"
        )
        // 1.84 MB at 400 kbit/s: 37 s, where a text gets little more than 30.
        try NoisePicture.bytes(height: 160).write(to: URL(fileURLWithPath: project.file("keep.png")))
        let (call, service) = try await Emulator.with(in: project, "--bandwidth", "400kbit") { emulator in
            try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
        }
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(service.requests.filter { $0.endpoint == "uploadImage" }.map(\.status) == [200])
    }
}
