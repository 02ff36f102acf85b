import Testing

/// The entry point of all tests, which use Swift Testing.
///
/// Without this file, the package manager searches the compiler's index for XCTest classes, so every target must be
/// compiled with an index. That takes a quarter of the compile time. The call is the one that the package manager
/// generates.
@main
struct EntryPoint {
    static func main() async {
        // Each product is started once for either library.
        guard CommandLine.arguments.contains("swift-testing") else { return }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
