import Foundation
import Testing

/// The result of a call of `glossport`.
struct Glossport {
    /// The exit code, or 128 + signal number if it was killed, as in shells.
    var exitCode: Int32
    var stdout: String
    var stderr: String

    /// Everything that a user sees.
    var output: String { stdout + stderr }

    /// Runs the command in the project's folder until it ends, with variables added to a minimal environment.
    static func run(
        _ arguments: String...,
        in project: TestProject,
        environment: [String: String] = [:]
    ) async throws -> Glossport {
        try await run(arguments, in: project, environment: environment)
    }

    static func run(
        _ arguments: [String],
        in project: TestProject,
        environment: [String: String] = [:]
    ) async throws -> Glossport {
        try await start(arguments, in: project, environment: environment).result()
    }

    /// Starts the command without waiting for its end.
    static func start(
        _ arguments: [String],
        in project: TestProject,
        environment: [String: String] = [:],
        input: String? = nil
    ) throws -> Running {
        try Running(arguments, project: project, environment: environment, input: input)
    }

    /// A call that may still be running.
    struct Running {
        let process: ChildProcess
        private let launch: ChildProcess.Launch

        fileprivate init(
            _ arguments: [String],
            project: TestProject,
            environment: [String: String],
            input: String?
        ) throws {
            // The developer's environment is not used because its GLOSSPORT_ variables would change the test, and
            // neither are this machine's dictionaries.
            let bare = [
                "PATH": "/usr/bin:/bin", "HOME": project.path, "TERM": "xterm-256color", "LANG": "en_US.UTF-8",
                "DICPATH": "/nowhere",
            ]
            let stem = project.file(".call-\(UUID().uuidString)")
            launch = ChildProcess.Launch(
                executable: Executable.glossport.path,
                arguments: arguments,
                environment: bare.merging(environment) { $1 },
                folder: project.path,
                input: input,
                outputPath: stem + ".out",
                errorPath: stem + ".err"
            )
            process = try ChildProcess(launch)
        }

        /// Waits for the end of the call, and kills it after five minutes so that it cannot block the tests.
        func result() async throws -> Glossport {
            let watchdog = Task {
                try await Task.sleep(for: .seconds(300))
                process.send(SIGKILL)
            }
            defer { watchdog.cancel() }
            let code: Int32 =
                switch await process.end() {
                case .exited(let code): code
                case .killed(let signal): 128 + signal
                }
            return Glossport(
                exitCode: code,
                stdout: String(decoding: try Data(contentsOf: URL(fileURLWithPath: launch.outputPath)), as: UTF8.self),
                stderr: String(decoding: try Data(contentsOf: URL(fileURLWithPath: launch.errorPath)), as: UTF8.self)
            )
        }
    }

    /// Parses the output as JSON.
    func json(_ location: SourceLocation = #_sourceLocation) throws -> JSONValue {
        try JSONValue(parsing: stdout, sourceLocation: location)
    }

    /// Parses the output as lines of JSON.
    func jsonLines() throws -> [JSONValue] {
        try stdout.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }
}

/// A JSON value, accessed by member names as in a user's script.
struct JSONValue {
    private let value: Any

    private init(_ value: Any) { self.value = value }

    init(parsing text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        value = try #require(
            try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed),
            "not JSON: \(text.prefix(200))",
            sourceLocation: sourceLocation
        )
    }

    subscript(name: String) -> JSONValue? { (value as? [String: Any])?[name].map(JSONValue.init) }

    var members: Set<String> { Set((value as? [String: Any] ?? [:]).keys) }
    var elements: [JSONValue] { (value as? [Any] ?? []).map(JSONValue.init) }
    var string: String? { value as? String }
    var int: Int? { value as? Int }
    var bool: Bool? { value as? Bool }
    var isNull: Bool { value is NSNull }
}
