// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// The upcoming features of every target.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
]

// `GLOSSPORT_SANITIZE=thread` uses locks that ThreadSanitizer understands, and builds only the core and its journal.
// `GLOSSPORT_STRICT=1` makes every warning an error. CI sets both.
let sanitizes = Context.environment["GLOSSPORT_SANITIZE"] == "thread"
let isStrict = Context.environment["GLOSSPORT_STRICT"] == "1"

// CLD2 has no file for pkg-config, so it is found by its header. Without it the build succeeds, and the rules about languages report that they
// were not run; macOS uses NaturalLanguage instead. SwiftPM caches the result: after a later installation, run
// `swift package purge-cache` and `touch Package.swift`.
let hasCLD2 = ["/usr/include", "/usr/local/include"].contains {
    FileManager.default.fileExists(atPath: $0 + "/cld2/public/compact_lang_det.h")
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nio = ["NIOCore", "NIOHTTP1", "NIOPosix"].map { Target.Dependency.product(name: $0, package: "swift-nio") }
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")

/// The core is a line of targets: a target that imports one may import those before it.
let reading: [Target.Dependency] = ["CLibrary", "GlossportReading"]
let project = reading + ["GlossportProject"]
let checking = project + ["GlossportChecking"]
let core = checking + ["GlossportReporting", "Glossport"]

/// A reader is a folder under `plugins/`: sources, tests, and its C module map if it has one.
///
/// It sees only the declarations that a reader in another package would see.
func reader(
    _ folder: String,
    _ name: String,
    over parser: [Target.Dependency] = [],
    _ cLibrary: Target? = nil
) -> [Target] {
    let library = parser + (cLibrary.map { [Target.Dependency.byName(name: $0.name)] } ?? [])
    return [
        .target(
            name: name,
            dependencies: reading + library,
            path: "plugins/\(folder)/Sources/\(name)",
            packageAccess: false
        ),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.byName(name: name), "GlossportReading", "GlossportReadingTesting"] + parser,
            path: "plugins/\(folder)/Tests/\(name)Tests"
        ),
    ] + (cLibrary.map { [$0] } ?? [])
}

let readers =
    reader("xliff", "XLIFFReader", over: ["XMLParsing"])
    + reader(
        "csv",
        "CSVReader",
        .systemLibrary(
            name: "CLibCSV",
            path: "plugins/csv/CLibCSV",
            providers: [.apt(["libcsv-dev"]), .brew(["libcsv"])]
        )
    )
    + reader("strings", "StringsReader", over: ["XMLParsing"])
    + reader("xcstrings", "XCStringsReader")
    + reader("po", "POReader")
    + reader("arb", "ARBReader")
    + reader("android", "AndroidReader", over: ["XMLParsing"])
    + reader("xlsx", "XLSXReader", over: ["SpreadsheetParsing", "XMLParsing"])
    + reader("ods", "ODSReader", over: ["SpreadsheetParsing", "XMLParsing"])

let readerNames = readers.compactMap { $0.type == .regular ? $0.name : nil }
let allReaders = readerNames.map { Target.Dependency.byName(name: $0) }

let package = Package(
    name: "glossport",
    // Not yet built on macOS. Mutex needs macOS 15.
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "GlossportReading", targets: ["GlossportReading"]),
        .library(name: "GlossportReadingTesting", targets: ["GlossportReadingTesting"]),
        .library(name: "Glossport", targets: ["Glossport"]),
        .library(name: "RetentionMessagingClient", targets: ["RetentionMessagingClient"]),
        .library(name: "SQLiteJournal", targets: ["SQLiteJournal"]),
        .executable(name: "glossport", targets: ["GlossportCommand"]),
        .executable(name: "retention-emulator", targets: ["retention-emulator"]),
    ] + readerNames.map { .library(name: $0, targets: [$0]) },
    // Exact versions. Their own dependencies can still change: .ci/run prints the resolved versions.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"),
    ],
    targets: [
        .target(name: "CLibrary"),
        // Part of the C library on Linux, and a separate library on macOS.
        .systemLibrary(name: "CIconv"),
        .target(
            name: "GlossportReading",
            dependencies: ["CIconv", "CLibrary"],
            linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]
        ),
        .target(name: "GlossportReadingTesting", dependencies: reading),

        // The only target that imports libxml2, for the readers of XML.
        .systemLibrary(
            name: "CLibXML2",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]
        ),
        .target(name: "XMLParsing", dependencies: reading + ["CLibXML2"]),

        .target(name: "GlossportProject", dependencies: reading + [crypto, .product(name: "Yams", package: "Yams")]),
        .target(name: "GlossportChecking", dependencies: project + [crypto]),
        .target(
            name: "GlossportReporting",
            dependencies: checking + [crypto],
            resources: [.embedInCode("Preview/preview.css")]
        ),
        .target(name: "Glossport", dependencies: checking + [crypto]),
        .target(name: "GlossportTesting", dependencies: core, path: "Tests/GlossportTesting"),
        .testTarget(name: "GlossportTests", dependencies: core + ["GlossportTesting", "GlossportReadingTesting"]),

        .target(
            name: "RetentionMessagingClient",
            dependencies: core + [asyncHTTPClient, crypto, nioSSL] + nio
        ),
        .testTarget(
            name: "RetentionMessagingClientTests",
            dependencies: core + [
                "RetentionMessagingClient", "RetentionEmulator", "GlossportTesting", asyncHTTPClient, crypto,
                hummingbirdTesting, nioSSL,
            ] + nio
        ),

        .target(
            name: "RetentionEmulator",
            dependencies: [
                crypto, httpTypes, hummingbird, hummingbirdCore, hummingbirdTLS, nioCore, nioSSL,
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            // Embedded, because a bundle beside the executable would be lost when it is installed.
            resources: [
                "index.html", "page.css", "page.js", "elements.js", "languages.js", "contents.js", "messages.js",
                "service.js",
            ].map { .embedInCode("Page/\($0)") }
        ),
        .executableTarget(
            name: "retention-emulator",
            dependencies: ["RetentionEmulator", "CProcessStart", argumentParser]
        ),
        .testTarget(
            name: "RetentionEmulatorTests",
            dependencies: [
                "RetentionEmulator", crypto, httpTypes, hummingbird, hummingbirdTesting,
            ]
        ),

        .executableTarget(
            name: "upload-benchmark",
            dependencies: core + [
                "GlossportTesting", "PostgresJournal", "RetentionMessagingClient", "SQLiteJournal",
            ],
            path: "Benchmarks/UploadBenchmark"
        ),

        .target(
            name: "CLanguageGuess",
            cxxSettings: hasCLD2 ? [.define("GLOSSPORT_HAS_CLD2")] : [],
            linkerSettings: hasCLD2 ? [.linkedLibrary("cld2")] : []
        ),
        .target(name: "LanguageGuessing", dependencies: checking + ["CLanguageGuess"]),
        .testTarget(name: "LanguageGuessingTests", dependencies: checking + ["LanguageGuessing"]),

        // libhunspell is loaded when a dictionary is opened; building does not need it.
        .target(name: "SpellChecking", dependencies: checking),
        .testTarget(name: "SpellCheckingTests", dependencies: checking + ["SpellChecking"]),

        .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
        .target(name: "PNGDecoding", dependencies: ["CLibPNG"]),
        .target(name: "ImageInspection", dependencies: checking + ["PNGDecoding"]),
        .testTarget(name: "ImageInspectionTests", dependencies: checking + ["ImageInspection"]),

        .systemLibrary(
            name: "CLibArchive",
            pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]
        ),
        // The only target that imports libarchive, for deliveries and the readers of spreadsheets.
        .target(name: "ArchiveParsing", dependencies: reading + ["CLibArchive"]),
        .target(
            name: "SpreadsheetParsing",
            dependencies: reading + ["ArchiveParsing", "XMLParsing"]
        ),
        .target(name: "DeliveryArchive", dependencies: checking + ["ArchiveParsing"]),
        .testTarget(name: "DeliveryArchiveTests", dependencies: checking + ["DeliveryArchive"]),

        // Contains only libxlsxwriter's declarations: the library is loaded when a workbook is written.
        .target(name: "CLibXLSXWriter"),
        .target(name: "WorkbookWriting", dependencies: checking + ["GlossportReporting", "CLibXLSXWriter"]),
        .testTarget(
            name: "WorkbookWritingTests",
            dependencies: checking + [
                "GlossportReporting", "WorkbookWriting", "CSVReader", "XLIFFReader", "XLSXReader",
            ]
        ),

        // Plugins: the launcher that confines them, and the host that communicates with them.
        .target(name: "CReaderLauncher", exclude: ["LAUNCHER.md"]),
        .target(name: "PluginHost", dependencies: reading + ["CReaderLauncher", crypto]),
        .testTarget(
            name: "PluginHostTests",
            dependencies: reading + ["PluginHost"] + allReaders,
            exclude: ["Hostile"]
        ),

        // The arguments of a process as the loader passes them: Swift does not find them on every system.
        .target(name: "CProcessStart"),

        .executableTarget(
            name: "GlossportCommand",
            dependencies: core + allReaders + [
                "RetentionMessagingClient", "SQLiteJournal", "PostgresJournal", "DeliveryArchive", "ImageInspection",
                "LanguageGuessing", "SpellChecking", "WorkbookWriting", "PluginHost", "CProcessStart", argumentParser,
            ],
            // Embedded, because a bundle beside the executable would be lost when it is installed.
            resources: [
                "python.template", "node.template", "swift.template", "fixtures.template", "glossport.schema.json",
            ].map {
                .embedInCode("Templates/\($0)")
            }
        ),
        .testTarget(
            name: "GlossportCommandTests",
            dependencies: core + ["GlossportCommand", "GlossportTesting", argumentParser]
        ),
        .target(name: "SQLiteJournal", dependencies: core + [crypto, grdb, sqlite]),
        .testTarget(
            name: "SQLiteJournalTests",
            dependencies: core + ["SQLiteJournal", "GlossportTesting", grdb]
        ),

        .target(name: "PostgresJournal", dependencies: core + [crypto]),
        .testTarget(
            name: "PostgresJournalTests",
            dependencies: core + ["PostgresJournal", "SQLiteJournal", "GlossportTesting"]
        ),

        // Runs the built commands as a user would. The executables are dependencies so that they are built; they are
        // not imported.
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["CLibrary", "GlossportCommand", "retention-emulator", crypto],
            exclude: ["Checks", "Golden", "Workbooks"]
        ),
    ] + readers,
    swiftLanguageModes: [.v6]
)

if sanitizes {
    let parts = [
        "CIconv", "CLibrary", "GlossportReading", "GlossportReadingTesting", "GlossportProject", "GlossportChecking",
        "GlossportReporting", "Glossport", "GlossportTesting", "GlossportTests", "SQLiteJournal", "SQLiteJournalTests",
    ]
    package.targets.removeAll { !parts.contains($0.name) }
    package.products.removeAll { !parts.contains($0.name) }
}
#if os(macOS)
    // libcsv has no file for pkg-config, and the linker does not search Homebrew's folders by default.
    for target in package.targets where target.name == "CSVReader" {
        target.linkerSettings = [.unsafeFlags(["-L/opt/homebrew/lib", "-L/usr/local/lib"])]
    }
#endif
let inC = ["PNGDecoding", "CReaderLauncher", "CLanguageGuess", "CLibXLSXWriter", "CProcessStart"]
for target in package.targets where target.type != .system && !inC.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + settings
    if sanitizes { target.swiftSettings?.append(.define("THREAD_SANITIZER")) }
    if isStrict { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}
