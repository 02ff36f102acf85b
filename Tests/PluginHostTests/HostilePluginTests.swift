import GlossportReading
import Testing

/// Plugins that misbehave, each as described in `Hostile/README.md`.
@Suite("Hostile plugins", .serialized, .blocking)
struct HostilePluginTests {
    /// Plugin name and expected part of the error.
    private static let faults: [(String, String)] = [
        ("end-then-more", "continues after its `end`"), ("end-twice", "continues after its `end`"),
        ("wrong-counts", "counts 2 units, and there are 1"), ("wrong-bytes", "bytes, and there are"),
        ("exit-0-without-end", "wrote no `end`"), ("end-then-exit-1", "exit code 1"),
        ("exit-1-with-traceback", "exit code 1"), ("crashes", "signal 11"), ("half-a-line", "has no end"),
        ("end-without-lf", "has no end"), ("not-json", "Loading…"), ("not-an-object", "an object is expected"),
        ("wrong-type", "a whole number is expected"), ("fraction", "a whole number is expected"),
        ("line-zero", "“line” is out of range"), ("not-a-number", "expected here"),
        ("huge-number", "a whole number is expected"), ("huge-counts", "a whole number is expected"),
        ("unknown-message", "unknown message"), ("unknown-member", "has no member"),
        ("two-messages-in-one", "more than one member"), ("missing-member", "lacks “state”"),
        ("duplicate-members", "“key” occurs twice"), ("empty-key", "a key is empty"),
        ("empty-target", "an empty target is left out"), ("unknown-state", "unknown state"),
        ("unknown-rule", "lists no rule"), ("raised-severity", "is declared as note"),
        ("too-many-declared", "more than 64 declared"),
        ("too-long-text", "more than 1048576 bytes"),
        ("too-many-notes", "more than 64 notes"), ("deep-json", "an object is expected"),
        ("deep-members", "expected here"), ("nul-in-text", "U+0000"), ("lone-surrogate", "half of a surrogate pair"),
        ("bad-utf8", "not UTF-8"), ("overlong-utf8", "not UTF-8"), ("byte-order-mark", "an object is expected"),
        ("sets-path", "has no member “path”"), ("part-with-controls", "“part” is empty or contains"),
        ("endless-findings", "more than 100000 findings"),
        ("endless-detected", "more than 100 things detected"), ("endless-skips", "more than 100 reasons"),
        ("endless-line", "a line of more than 4 MiB"), ("forks", "Cannot fork"),
        ("eats-memory", "MemoryError"), ("eats-shared-memory", "exit code 1"),
        ("exit-3-option", "It refuses an option"), ("exit-99", "exit code 99"),
        ("exit-125", "was not started"), ("no-interpreter", "was not started"), ("crlf-interpreter", "was not started"),
        ("describe-huge", "longer than 64 KiB"), ("describe-lies", "but is listed as “hostile”"),
        ("describe-not-json", "an object is expected"), ("describe-fails", "exit code 1"),
        ("describe-twice", "unexpected content after the end"),
        ("describe-other-protocol", "version 2 of the protocol is not supported"),
        ("describe-wrong-rules", "does not begin with “hostile-”"),
        ("describe-no-extension", "names no file name extension"),
        ("many-threads", "because it had"), ("escape-sequences-in-failure", "is not a message"),
        ("escape-sequences", "can't be shown"),
    ]

    @Test("A hostile plugin is refused with a reason and leaves nothing behind", arguments: faults)
    func refused(name: String, reason: String) async throws {
        let reading = Plugins.read(try Plugins.hostile(name), Self.source)
        let error = try #require(reading.error)
        #expect(error.code == .plugin || name == "exit-3-option")
        #expect(error.message.contains(reason), "\(error.message)")
        #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        #expect(try await Plugins.waitForNoOrphans() == [])
    }

    @Test(
        "A plugin that takes too long is stopped",
        arguments: [
            "silent", "reads-and-hangs", "ignores-sigterm", "stops-itself", "endless-cpu", "drips", "end-then-hangs",
            "endless-stderr", "closes-stdout-stays", "endless-units",
        ]
    )
    func ended(name: String) async throws {
        let reading = Plugins.read(try Plugins.hostile(name), Self.source, within: .seconds(1))
        let error = try #require(reading.error)
        #expect(
            error.message.contains("was stopped") || error.message.contains("exceeded its limit"),
            "\(error.message)"
        )
        #expect(try await Plugins.waitForNoOrphans() == [])
    }

    @Test(
        "A plugin's unusual but harmless behavior is accepted",
        arguments: ["line-separators", "part-upwards", "writes-before-reading"]
    )
    func accepted(name: String) throws {
        let reading = Plugins.read(try Plugins.hostile(name), Self.source)
        #expect(reading.error == nil)
        #expect(!reading.units.isEmpty)
    }

    @Test(
        "A plugin can read no secret, reach no other process and write no file",
        arguments: ["reads-secrets", "signals-others", "writes-files"]
    )
    func confined(name: String) throws {
        let reading = Plugins.read(
            try Plugins.hostile(name),
            SourceFile(path: "a.hostile", bytes: Array("/tmp/glossport-canary\n".utf8))
        )
        #expect(reading.error == nil)
        #expect(!reading.units.isEmpty)
        for unit in reading.units { #expect(["nothing", "refused"].contains(unit.target ?? unit.key), "\(unit)") }
    }

    @Test("A plugin that stops reading its input does not crash Glossport")
    func closedInput() throws {
        let large = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        let reading = Plugins.read(
            try Plugins.hostile("closes-stdin-early"),
            SourceFile(path: "a.hostile", bytes: large)
        )
        #expect(reading.error != nil)
    }

    private static let source = SourceFile(path: "vendor/a.hostile", bytes: Array("one\ntwo\n".utf8))
}
