import Foundation
import Testing

/// A third-party program that `make test-all` installs.
enum ForeignTool {
    case python
    /// Python with Apple's library.
    case appleLibrary
    case chromeDriver
    case openSSL
    case xmllint
    /// xmllint with the XLIFF schemas.
    case schemas
    /// Python with Translate Toolkit.
    case translateToolkit
    /// Python with openpyxl.
    case openpyxl
    /// The plutil that is part of Swift.
    case plutil
    case bash, zsh, fish
    /// The linter of manual pages.
    case mandoc
    case node

    /// The folder into which `make test-all` downloads the schemas.
    static let schemaFolder = Repository.file(".build/xliff-schemas")

    var path: String {
        switch self {
        case .python: "/usr/bin/python3"
        case .appleLibrary: Repository.file(".build/apple-library/bin/python3")
        case .chromeDriver: "/usr/bin/chromedriver"
        case .openSSL: "/usr/bin/openssl"
        case .xmllint, .schemas: "/usr/bin/xmllint"
        case .translateToolkit, .openpyxl: "/usr/bin/python3"
        case .bash: "/bin/bash"
        case .zsh: "/usr/bin/zsh"
        case .fish: "/usr/bin/fish"
        case .mandoc: "/usr/bin/mandoc"
        case .node: "/usr/bin/node"
        case .plutil: Self.found("plutil") ?? "/usr/bin/plutil"
        }
    }

    /// A file required besides the program.
    private var companion: String? {
        switch self {
        case .schemas: Self.schemaFolder + "/xliff-core-2.0.xsd"
        case .translateToolkit: "/usr/lib/python3/dist-packages/translate/__init__.py"
        case .openpyxl: "/usr/lib/python3/dist-packages/openpyxl/__init__.py"
        default: nil
        }
    }

    /// Finds a program on the developer's path.
    private static func found(_ name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Whether to use the program: a test without it may be skipped locally, but not in CI (`.ci/run`).
    var isWanted: Bool {
        FileManager.default.isExecutableFile(atPath: path)
            && companion.map { FileManager.default.fileExists(atPath: $0) } ?? true
            || Self.skipsNothing
    }

    /// Whether no test may be skipped, as in `make test-all`.
    static let skipsNothing = ProcessInfo.processInfo.environment["GLOSSPORT_SKIP_NOTHING"] != nil

    /// Whether this user may mount file systems in a private mount namespace.
    static let mayMount =
        getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare") || skipsNothing

    /// Runs the program in the project's folder, expects exit code 0 and returns the lines of standard output.
    func run(_ arguments: [String], in project: TestProject, environment: [String: String] = [:]) async throws
        -> [String]
    {
        let (output, errors) = (project.file("tool.out"), project.file("tool.err"))
        let process = try ChildProcess(
            ChildProcess.Launch(
                executable: path,
                arguments: arguments,
                environment: ["PATH": "/usr/bin:/bin", "HOME": project.path, "LANG": "C.UTF-8", "DICPATH": "/nowhere"]
                    .merging(environment) {
                        $1
                    },
                folder: project.path,
                outputPath: output,
                errorPath: errors
            )
        )
        let end = await process.end()
        let text = try [output, errors].map {
            String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self)
        }
        #expect(end == .exited(0), "\(text.joined())")
        return text[0].split(separator: "\n").map(String.init)
    }
}
