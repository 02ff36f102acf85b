import Foundation
import Testing

/// The start of both programs if `/proc` is missing or a preloaded library hides parts of it.
@Suite("Process start, end to end")
struct ProcessStartTests {
    private static func bash(_ script: String, in project: TestProject) async throws -> [String] {
        try await ForeignTool.bash.run(["-c", script], in: project)
    }

    @Test(
        "Without /proc, every call ends with 1 and a message that names /proc, and JSON output states the failure",
        .enabled(if: ForeignTool.mayMount)
    )
    func noProcesses() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.small)
        let (program, emulator) = (Executable.glossport.path, Executable.emulator.path)
        let calls =
            ["", "validate", "import --yes", "nosuchcommand", "--help"].map { "'\(program)' \($0)" }
            + ["'\(emulator)' --port 0"]
        let script = calls.map { "\($0) >/dev/null 2>>warnings; echo $?\n" }.joined()
        try project.write(script + "'\(program)' import --output json 2>/dev/null | tr -d ' \\n'\n", to: "calls.sh")
        let lines = try await Self.bash(
            "unshare --mount sh -c 'mount -t tmpfs none /proc; exec sh calls.sh'",
            in: project
        )
        #expect(lines.prefix(calls.count) == Array(repeating: "1", count: calls.count)[...], "\(lines)")
        #expect(lines.last?.contains("\"exitCode\":1") == true, "\(lines)")
        let warnings = try project.text("warnings")
        #expect(warnings.components(separatedBy: "/proc is not mounted").count - 1 == calls.count, "\(warnings)")
    }

    @Test(
        "The arguments are found even if a preloaded library hides them from Swift",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/cc") || ForeignTool.skipsNothing)
    )
    func preloaded() async throws {
        let project = try TestProject()
        try project.write(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <stdio.h>
            #include <string.h>
            FILE *fopen(const char *path, const char *mode) {
                FILE *(*real)(const char *, const char *) = dlsym(RTLD_NEXT, "fopen");
                return strcmp(path, "/proc/self/maps") == 0 ? NULL : real(path, mode);
            }
            """,
            to: "preloaded.c"
        )
        let lines = try await Self.bash(
            """
            cc -shared -fPIC -o preloaded.so preloaded.c -ldl
            LD_PRELOAD=$PWD/preloaded.so '\(Executable.glossport.path)' nosuchcommand 2>&1; echo $?
            LD_PRELOAD=$PWD/preloaded.so '\(Executable.emulator.path)' --no-such-flag 2>/dev/null; echo $?
            """,
            in: project
        )
        #expect(lines.first?.contains("`glossport` has no command “nosuchcommand”") == true, "\(lines)")
        #expect(lines.suffix(1) == ["2"] && lines.contains("2"), "\(lines)")
    }
}
