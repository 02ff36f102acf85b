import ArgumentParser
private import CProcessStart
private import Foundation
private import RetentionEmulator

/// The command: parses flags, starts the emulator, and prints its address.
@main
struct RetentionEmulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention-emulator",
        abstract: "A local stand-in for Apple's Retention Messaging service.",
        discussion: HelpText.discussion,
        version: "0.1.0"
    )

    static func main() async {
        guard glossport_has_processes() != 0 else {
            leave(
                ValidationError("The file system /proc is not mounted. The emulator cannot run without it."),
                code: 1
            )
        }
        do {
            var command = try parseAsRoot(arguments)
            if let emulator = command as? RetentionEmulatorCommand {
                try await emulator.run()
            } else {
                try command.run()
            }
        } catch let error where exitCode(for: error) == .validationFailure {
            // ArgumentParser exits with 64 for wrong usage; this tool uses 2, as glossport does.
            leave(error, remedy: "`retention-emulator --help` lists all options.", code: 2)
        } catch let error where exitCode(for: error) == .success {
            exit(withError: error)
        } catch {
            leave(error, code: exitCode(for: error).rawValue)
        }
    }

    /// The arguments without the program's name; `nil` leaves them to ArgumentParser, which needs /proc.
    private static var arguments: [String]? {
        let all = (0..<glossport_argument_count()).compactMap { glossport_argument($0).map { String(cString: $0) } }
        return all.isEmpty ? nil : Array(all.dropFirst())
    }

    /// Exits with an error in the format of glossport's errors.
    private static func leave(_ error: any Error, remedy: String? = nil, code: Int32) -> Never {
        let lines = ["retention-emulator: error: \(message(for: error))"] + (remedy.map { ["    " + $0] } ?? [])
        FileHandle.standardError.write(Data(lines.map { $0 + "\n" }.joined().utf8))
        Foundation.exit(code)
    }

    @OptionGroup(title: "Server") var server: ServerFlags
    @OptionGroup(title: "Service") var service: ServiceFlags
    @OptionGroup(title: "Budgets") var budgets: BudgetFlags
    @OptionGroup(title: "Tokens") var tokens: TokenFlags
    @OptionGroup(title: "Faults") var faults: FaultFlags

    func run() async throws {
        var options = EmulatorOptions(environment: service.environment)
        service.apply(to: &options)
        budgets.apply(to: &options)
        try tokens.apply(to: &options)
        faults.apply(to: &options)
        server.apply(to: &options)
        let emulator = try Emulator(options)
        let address = options.address
        let scheme = options.identity == nil ? "http" : "https"
        if !address.isLoopback {
            let risk = "Every client that can reach this machine can read and change the emulator's contents."
            FileHandle.standardError.write(Data("warning: \(risk)\n".utf8))
        }
        try await emulator.run(port: server.port) { port in
            // Bypasses the buffer of `print`, so that a waiting process receives the line immediately.
            FileHandle.standardOutput.write(Data("Listening on \(scheme)://\(address.inURL):\(port)\n".utf8))
        }
    }
}
