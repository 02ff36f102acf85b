import Foundation
import Testing

#if os(Linux)
    /// The short form of `make torture`: the same scripts, with few cases and fixed seeds.
    @Suite("Imports that are killed, stopped, throttled and given false answers")
    struct TortureTests {
        private static let takesMinutes: ConditionTrait = .enabled(
            if: ForeignTool.skipsNothing,
            "The torture takes minutes; `make test-all` runs a little of it."
        )

        @Test("The torture test violates no invariant", takesMinutes)
        func short() async throws {
            let output = try await python(
                "torture.py",
                "short",
                "--binaries",
                URL(fileURLWithPath: Executable.glossport.path).deletingLastPathComponent().path
            )
            print(output.split(separator: "\n").suffix(14).joined(separator: "\n"))
        }

        @Test(
            "The torture test with a shared journal in PostgreSQL violates no invariant",
            takesMinutes
        )
        func shared() async throws {
            let output = try await python(
                "torture.py",
                "shared",
                "--shared",
                "8",
                "1",
                "1",
                "1",
                "--binaries",
                URL(fileURLWithPath: Executable.glossport.path).deletingLastPathComponent().path
            )
            print(output.split(separator: "\n").suffix(18).joined(separator: "\n"))
        }

        @Test("check.py detects each deliberate violation of an invariant")
        func judge() async throws {
            let output = try await python("check.py", "--self-test")
            print(output.split(separator: "\n").last ?? "")
        }

        /// Runs a script and expects exit code 0.
        private func python(_ script: String, _ arguments: String...) async throws -> String {
            let project = try TestProject()
            let output = project.file("torture.out")
            let process = try ChildProcess(
                ChildProcess.Launch(
                    executable: "/usr/bin/env",
                    arguments: ["python3", Repository.file("Torture/\(script)")] + arguments,
                    environment: ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 },
                    folder: project.path,
                    outputPath: output,
                    errorPath: output + ".err"
                )
            )
            let end = await process.end()
            let text = try project.text("torture.out")
            let errors = try project.text("torture.out.err")
            #expect(end == .exited(0), "\(text)\(errors)")
            return text
        }
    }
#endif
