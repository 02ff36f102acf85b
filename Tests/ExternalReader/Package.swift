// swift-tools-version: 6.2
import PackageDescription

// A package by another author: it uses Glossport's products, and no internals.
let package = Package(
    name: "texts-reader",
    platforms: [.macOS(.v15)],
    products: [.library(name: "TextsReader", targets: ["TextsReader"])],
    dependencies: [.package(name: "glossport", path: "../..")],
    targets: [
        .target(
            name: "TextsReader",
            dependencies: [.product(name: "GlossportReading", package: "glossport")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]
        ),
        .testTarget(
            name: "TextsReaderTests",
            dependencies: [
                "TextsReader",
                .product(name: "GlossportReading", package: "glossport"),
                .product(name: "GlossportReadingTesting", package: "glossport"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
