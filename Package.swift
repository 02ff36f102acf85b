// swift-tools-version: 6.2
import PackageDescription

/// Every target gets the same language mode and the same upcoming features, so that no file reads differently from
/// its neighbour.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
]

/// A reader is a folder under `plugins/`: sources, tests, and its C module map if it has one.
func reader(_ folder: String, _ name: String, _ cLibrary: Target? = nil) -> [Target] {
    let library = cLibrary.map { [Target.Dependency.byName(name: $0.name)] } ?? []
    return [
        .target(name: name, dependencies: ["Glossport"] + library, path: "plugins/\(folder)/Sources/\(name)"),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.byName(name: name), "Glossport", "GlossportTesting"],
            path: "plugins/\(folder)/Tests/\(name)Tests"
        ),
    ] + (cLibrary.map { [$0] } ?? [])
}

let package = Package(
    name: "glossport",
    platforms: [.macOS(.v26)],
    products: [],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .target(
            name: "Glossport",
            dependencies: [.product(name: "Crypto", package: "swift-crypto"), .product(name: "Yams", package: "Yams")]
        ),
        .target(name: "GlossportTesting", dependencies: ["Glossport"]),
        .testTarget(name: "GlossportTests", dependencies: ["Glossport", "GlossportTesting"]),
    ]
        + reader(
            "xliff",
            "XLIFFReader",
            .systemLibrary(
                name: "CLibXML2",
                path: "plugins/xliff/CLibXML2",
                pkgConfig: "libxml-2.0",
                providers: [.apt(["libxml2-dev"])]
            )
        )
        + reader(
            "csv",
            "CSVReader",
            .systemLibrary(name: "CLibCSV", path: "plugins/csv/CLibCSV", providers: [.apt(["libcsv-dev"])])
        )
        + reader("strings", "StringsReader")
        + reader("xcstrings", "XCStringsReader"),
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + settings
}
