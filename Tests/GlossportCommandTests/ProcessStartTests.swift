import Testing

@testable import GlossportCommand

@Suite("Process start")
struct ProcessStartTests {
    @Test("The arguments are those that the loader passed")
    func arguments() {
        #expect(ProcessStart.arguments.count > 1)
        #expect(ProcessStart.arguments == CommandLine.arguments)
    }
}
