import ArgumentParser
import Foundation
import GlossportReading
import Testing

@testable import GlossportCommand

@Suite("A call before it is parsed")
struct InvocationTests {
    private func call(_ line: String, _ environment: [String: String] = [:]) -> Invocation {
        Invocation(line.split(separator: " ").map(String.init), environment: environment)
    }

    private func text(_ error: GlossportError?) -> String {
        "\(error?.message ?? "") \(error?.remedy?.description ?? "")"
    }

    @Test("The command is what the first words call, whatever stands about trust before them")
    func path() {
        #expect(call("journal check --output json").name == "glossport journal check")
        #expect(call("--trusted journal check").path == ["journal", "check"])
        #expect(call("journal chek").path == ["journal"])
        #expect(call("read -- --trusted").typed == ["read", "--", "--trusted"])
    }

    @Test("The last value of an option counts, and a typed one beats a variable")
    func values() {
        #expect(call("plan -o json --output=jsonl").value(of: "--output", "-o") == "jsonl")
        #expect(call("plan -- --output json", ["GLOSSPORT_OUTPUT": "jsonl"]).value(of: "--output", "-o") == "jsonl")
        #expect(call("plan --output").value(of: "--output") == nil)
        let options = Invocation.options(["--project"], in: ["plan", "--project", "--project", "--project=b"])
        #expect(options.map(\.value) == ["--project", "b"])
        #expect(options.map(\.place) == [1..<3, 3..<4])
    }

    // MARK: Keys

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgev9HUmZ1dYzFqDpX
        f0lbZ2VzTm9yZGxpY2h0aGltbWVsc2xpY2h0ZXJzY2hlaW5laGVsbHVuZGtsYXI=
        -----END PRIVATE KEY-----
        """

    @Test(
        "A variable that holds a key is refused by its name, and nothing of it is repeated",
        arguments: [
            "GLOSSPORT_PRIVATE_KEY_FILE", "GLOSSPORT_KEY_ID", "GLOSSPORT_ISSUER_ID", "GLOSSPORT_ENVIRONMENT",
            "GLOSSPORT_CONCURRENCY", "GLOSSPORT_APP", "GLOSSPORT_UNHEARD_OF", "HTTPS_PROXY",
        ]
    )
    func keyInVariable(variable: String) {
        for value in [Self.key, Self.key.replacing("\n", with: "\\n")] {
            let error = #expect(throws: GlossportError.self) {
                try call("import", [variable: value]).refusePastedKeys()
            }
            #expect(text(error).hasPrefix("The environment variable \(variable) appears to contain a private key"))
            for line in Self.key.split(separator: "\n") where !line.hasPrefix("-") {
                #expect(!text(error).contains(line))
            }
        }
    }

    @Test("So is a flag or another argument, and a line break anywhere but in the key")
    func keyInArgument() throws {
        for (words, name) in [
            (["plan", "--key-id", Self.key], "--key-id"),
            (["plan", "--private-key-file=\(Self.key)"], "--private-key-file"),
            (["validate", Self.key], "Argument 2"), ([Self.key], "Argument 1"),
        ] {
            let error = #expect(throws: GlossportError.self) {
                try Invocation(words, environment: [:]).refusePastedKeys()
            }
            #expect(text(error).hasPrefix("\(name) appears to contain a private key"))
        }
        let error = #expect(throws: GlossportError.self) {
            try call("plan", ["GLOSSPORT_KEY_ID": "SECRET12\nX"]).refusePastedKeys()
        }
        #expect(text(error).hasPrefix("The environment variable GLOSSPORT_KEY_ID contains a line break."))
        #expect(!text(error).contains("SECRET12"))
        try call("plan", ["GLOSSPORT_PRIVATE_KEY": Self.key]).refusePastedKeys()
    }

    // MARK: Variables

    @Test("A variable stands for its flag where none was typed, and an empty one for nothing")
    func variables() throws {
        let environment = [
            "GLOSSPORT_MIN_STATE": "reviewed", "GLOSSPORT_OFFLINE": "true", "GLOSSPORT_ALLOW_OUTSIDE": "no",
            "GLOSSPORT_OUTPUT": "json", "GLOSSPORT_ENDPOINT": "", "GLOSSPORT_UNHEARD_OF": "",
        ]
        let completed = try EnvironmentArguments(call("plan -o jsonl -- x", environment))
        #expect(completed.arguments.first == "plan")
        #expect(Set(completed.arguments[1..<3]) == ["--min-state=reviewed", "--offline"])
        #expect(completed.arguments[3...] == ["-o", "jsonl", "--", "x"])
    }

    @Test("A variable that no command has is an error with the nearest name; those of others are none")
    func misspelt() throws {
        let misspelt = #expect(throws: GlossportError.self) {
            try EnvironmentArguments(call("import", ["GLOSSPORT_ENVIROMENT": "production"]))
        }
        #expect(
            text(misspelt) == "Unknown environment variable GLOSSPORT_ENVIROMENT. Did you mean GLOSSPORT_ENVIRONMENT?"
        )
        let unknown = #expect(throws: GlossportError.self) {
            try EnvironmentArguments(call("import", ["GLOSSPORT_QUUX": "1"]))
        }
        #expect(text(unknown).hasPrefix("Unknown environment variable GLOSSPORT_QUUX. Each flag has a variable"))
        let others = [
            "GLOSSPORT_REPORT": "github", "GLOSSPORT_PENDING_OK": "true", "GLOSSPORT_STRICT": "1",
            "GLOSSPORT_SKIP_NOTHING": "1", "GLOSSPORT_SEEDS": "10",
        ]
        #expect(try EnvironmentArguments(call("coverage", others)).arguments == ["coverage"])
        // Help and version are what a user needs after such a mistake.
        #expect(try EnvironmentArguments(call("--help", ["GLOSSPORT_QUUX": "1"])).arguments == ["--help"])
    }

    @Test("A variable that chooses texts is announced, since nobody sees it", arguments: ["LOCALE", "AS_LOCALE"])
    func choosing(name: String) throws {
        let completed = try EnvironmentArguments(call("validate", ["GLOSSPORT_\(name)": "de-DE"]))
        #expect(completed.notice == "Flags from the environment: GLOSSPORT_\(name)=de-DE.")
    }

    @Test("A switch's variable is true or false")
    func switches() {
        let error = #expect(throws: GlossportError.self) {
            try EnvironmentArguments(call("plan", ["GLOSSPORT_OFFLINE": "maybe"]))
        }
        #expect(text(error) == "The environment variable GLOSSPORT_OFFLINE is “maybe”. Set it to true or false.")
    }

    // MARK: Trust

    @Test(
        "A flag about trust beats a variable, and both are asked before the build server",
        arguments: [
            ("--untrusted", [:], true), ("--trusted", ["GLOSSPORT_UNTRUSTED": "1"], false),
            ("", ["GLOSSPORT_TRUSTED": "false"], true), ("", ["GLOSSPORT_UNTRUSTED": "false"], false), ("", [:], false),
        ] as [(String, [String: String], Bool)]
    )
    func trust(flag: String, environment: [String: String], isUntrusted: Bool) throws {
        let trust = try call("validate \(flag)", environment).trust.get()
        #expect((trust.suspicion != nil) == isUntrusted)
    }

    @Test("Switches about trust that contradict each other are refused")
    func contradiction() {
        for call in [
            call("--trusted validate --untrusted"),
            call("validate", ["GLOSSPORT_TRUSTED": "1", "GLOSSPORT_UNTRUSTED": "1"]),
        ] {
            let error = #expect(throws: GlossportError.self) { try call.trust.get() }
            #expect(text(error).hasPrefix("--trusted and --untrusted cannot be combined."))
        }
    }

    @Test("Commands that could send, write or read more are not for strangers' files")
    func untrustedCommands() {
        let allowed = CommandPath.working.filter { $0.type is any UntrustedCommand.Type }.map(\.name)
        #expect(allowed == ["glossport validate", "glossport read", "glossport readers", "glossport locales"])
    }

    // MARK: Values

    @Test("Durations are written as people write them", arguments: ["90s", "1h30m", "2d", "1.5h", "1d12h", "0.25m"])
    func duration(text: String) throws { _ = try DurationArgument(text) }

    @Test(
        "Any other duration is refused, with how it is done",
        arguments: ["90", "1x", "30m1h", "h", "-5m", "1.2.3h", "1e3s", "99999999d"]
    )
    func refusedDuration(text: String) throws {
        let error = try #require(throws: (any Error).self) { try DurationArgument(text) }
        #expect(GlossportCommand.message(for: error).contains("1h30m"))
    }
}
