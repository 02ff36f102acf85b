import ArgumentParser
import Foundation
import GlossportReading
import Testing

@testable import GlossportCommand

@Suite("Invocation before parsing")
struct InvocationTests {
    private func call(_ line: String, _ environment: [String: String] = [:]) -> Invocation {
        Invocation(line.split(separator: " ").map(String.init), environment: environment)
    }

    private func text(_ error: GlossportError?) -> String {
        "\(error?.message ?? "") \(error?.remedy?.description ?? "")"
    }

    @Test("The first words name the command, even after a trust flag")
    func path() {
        #expect(call("journal check --output json").name == "glossport journal check")
        #expect(call("--trusted journal check").path == ["journal", "check"])
        #expect(call("journal chek").path == ["journal"])
        #expect(call("read -- --trusted").typed == ["read", "--", "--trusted"])
    }

    @Test("The last value of an option counts")
    func values() {
        #expect(call("plan -o json --output=jsonl").value(of: "--output", "-o") == "jsonl")
        #expect(call("plan -- --output json").value(of: "--output", "-o") == nil)
        #expect(call("plan --output").value(of: "--output") == nil)
        #expect(call("plan --project --project --project=b").value(of: "--project") == "b")
    }

    // MARK: Keys

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgev9HUmZ1dYzFqDpX
        f0lbZ2VzTm9yZGxpY2h0aGltbWVsc2xpY2h0ZXJzY2hlaW5laGVsbHVuZGtsYXI=
        -----END PRIVATE KEY-----
        """

    @Test(
        "A variable that contains a key is refused by name, without repeating the key",
        arguments: [
            "GLOSSPORT_PRIVATE_KEY_FILE", "GLOSSPORT_KEY_ID", "GLOSSPORT_ISSUER_ID", "GLOSSPORT_ENVIRONMENT",
            "GLOSSPORT_UNHEARD_OF", "HTTPS_PROXY",
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

    @Test("A key in an argument is refused, and so is a line break in GLOSSPORT_KEY_ID")
    func keyInArgument() throws {
        for (words, name) in [
            (["init", "--key-id", Self.key], "--key-id"),
            (["init", "--private-key-file=\(Self.key)"], "--private-key-file"),
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

    @Test("All eight variables are known, and an empty variable counts as unset")
    func variables() throws {
        let valid = [
            "GLOSSPORT_PROJECT": "apps/x.yaml", "GLOSSPORT_ENVIRONMENT": "sandbox", "GLOSSPORT_JOURNAL": "j.sqlite",
            "GLOSSPORT_ENDPOINT": "http://localhost:1", "GLOSSPORT_PRIVATE_KEY": "x", "GLOSSPORT_PRIVATE_KEY_FILE": "x",
            "GLOSSPORT_ISSUER_ID": "57246542-96fe-1a63-e053-0824d011072a", "GLOSSPORT_KEY_ID": "2X9R4HXF34",
        ]
        #expect(Set(valid.keys) == Set(EnvironmentVariable.allCases.map(\.rawValue)))
        try EnvironmentVariable.check(valid)
        try EnvironmentVariable.check(["GLOSSPORT_UNHEARD_OF": "", "HOME": "/"])
    }

    @Test(
        "An unknown variable is an error that suggests the nearest name",
        arguments: [
            ("GLOSSPORT_ENVIROMENT", "Did you mean GLOSSPORT_ENVIRONMENT?"),
            ("GLOSSPORT_QUUX", "Variables: GLOSSPORT_PROJECT, "),
        ]
    )
    func misspelled(variable: String, remedy: String) throws {
        let error = #expect(throws: GlossportError.self) { try EnvironmentVariable.check([variable: "production"]) }
        #expect(text(error).hasPrefix("Unknown environment variable \(variable). \(remedy)"))
    }

    @Test("An invalid value is refused and not repeated", arguments: ["ENVIRONMENT", "ISSUER_ID", "KEY_ID"])
    func invalid(name: String) throws {
        let error = #expect(throws: GlossportError.self) {
            try EnvironmentVariable.check(["GLOSSPORT_\(name)": "no-id!"])
        }
        #expect(text(error).hasPrefix("The environment variable GLOSSPORT_\(name) has an invalid value. Set it to "))
        #expect(!text(error).contains("no-id!"))
    }

    // MARK: Trust

    @Test("A trust flag overrides the build server", arguments: [("--untrusted", true), ("--trusted", false)])
    func trust(flag: String, isUntrusted: Bool) throws {
        let trust = try call("validate \(flag)").trust.get()
        #expect((trust.suspicion != nil) == isUntrusted)
    }

    @Test("Contradictory trust flags are refused")
    func contradiction() {
        let error = #expect(throws: GlossportError.self) { try call("--trusted validate --untrusted").trust.get() }
        #expect(text(error).hasPrefix("--trusted and --untrusted cannot be combined."))
    }

    @Test("In untrusted mode, only validate, read, readers and locales are allowed")
    func untrustedCommands() {
        let allowed = CommandPath.leaves.filter { $0.type is any UntrustedCommand.Type }.map(\.name)
        #expect(allowed == ["glossport validate", "glossport read", "glossport readers", "glossport locales"])
    }

    // MARK: Values

    @Test("Common notations of durations are accepted", arguments: ["90s", "1h30m", "2d", "1.5h", "1d12h", "0.25m"])
    func duration(text: String) throws { _ = try DurationArgument(text) }

    @Test(
        "Any other duration is refused with an example",
        arguments: ["90", "1x", "30m1h", "h", "-5m", "1.2.3h", "1e3s", "99999999d"]
    )
    func refusedDuration(text: String) throws {
        let error = try #require(throws: (any Error).self) { try DurationArgument(text) }
        #expect(GlossportCommand.message(for: error).contains("1h30m"))
    }
}
