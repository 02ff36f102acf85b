import Testing

/// The entry point of all tests, which are Swift Testing's.
///
/// Without this file the package manager looks for classes of XCTest in the compiler's index, so that every target has to be compiled with it;
/// that takes a quarter of the compilers' time. The call is the one that the package manager writes itself.
@main
struct EntryPoint {
    static func main() async {
        // Each product is started once for either library.
        guard CommandLine.arguments.contains("swift-testing") else { return }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
