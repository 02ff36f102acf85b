// swift-tools-version: 6.2
import PackageDescription

// A third-party program, which uses only Glossport's products and a third-party reader, and no internals.
let package = Package(
    name: "import-texts",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "glossport", path: "../.."),
        .package(name: "texts-reader", path: "../ExternalReader"),
    ],
    targets: [
        .executableTarget(
            name: "ImportTexts",
            dependencies: [
                .product(name: "TextsReader", package: "texts-reader"),
                .product(name: "CSVReader", package: "glossport"),
                .product(name: "Glossport", package: "glossport"),
                .product(name: "GlossportReading", package: "glossport"),
                .product(name: "RetentionMessagingClient", package: "glossport"),
                .product(name: "SQLiteJournal", package: "glossport"),
                .product(name: "XLIFFReader", package: "glossport"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
