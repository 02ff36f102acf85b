import Testing

@testable import GlossportCommand

@Suite("The start of the process")
struct ProcessStartTests {
    @Test("The arguments are those that the loader has passed")
    func arguments() {
        #expect(ProcessStart.arguments.count > 1)
        #expect(ProcessStart.arguments == CommandLine.arguments)
    }

    @Test(
        "A relative path of the program is not looked for in the current folder",
        arguments: ["glossport", "./glossport", "../bin/glossport", ""]
    )
    func relative(path: String) {
        #expect(ProcessStart.program(at: path) == nil)
    }

    @Test("An absolute path of the program counts")
    func absolute() {
        #expect(ProcessStart.program(at: "/nowhere/bin/../bin/glossport") == "/nowhere/bin/glossport")
        #expect(ProcessStart.program(at: nil) == nil)
    }
}
