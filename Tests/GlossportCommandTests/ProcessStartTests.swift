import Testing

@testable import GlossportCommand

@Suite("The start of the process")
struct ProcessStartTests {
    @Test("The arguments are those that the loader has passed")
    func arguments() {
        #expect(ProcessStart.arguments.count > 1)
        #expect(ProcessStart.arguments == CommandLine.arguments)
    }
}
