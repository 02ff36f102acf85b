import Foundation

/// The commands under test.
///
/// They are in the folder that `GLOSSPORT_PROGRAMS` names, such as an installed release; by default the debug build
/// beside the test runner is used.
enum Executable: String {
    case glossport
    case emulator = "retention-emulator"

    var path: String { Self.folder + "/" + rawValue }

    private static let folder: String = {
        if let folder = ProcessInfo.processInfo.environment["GLOSSPORT_PROGRAMS"], !folder.isEmpty { return folder }
        #if os(macOS)
            // The runner is Xcode's, but the test bundle is in the products' folder.
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            return (bundle ?? .main).bundleURL.deletingLastPathComponent().path
        #else
            let runner = CommandLine.arguments.first ?? ""
            return URL(fileURLWithPath: runner).deletingLastPathComponent().path
        #endif
    }()
}

/// Files of the repository that tests use.
enum Repository {
    static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    static func file(_ name: String) -> String { "\(path)/\(name)" }
}
