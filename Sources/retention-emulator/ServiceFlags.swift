import ArgumentParser
import RetentionEmulator

/// The kind of service to emulate.
struct ServiceFlags: ParsableArguments {
    @Option(help: "Apple environment to emulate.")
    var environment = ServiceEnvironment.sandbox

    @Option(
        help: ArgumentHelp(
            "Review time, such as 0s or 5s; 'never' waits for /_emulator/approve (default: 0s in sandbox, never in production).",
            valueName: "time"
        ),
        transform: ReviewTime.init
    )
    var approveAfter: ReviewTime?

    @Option(help: ArgumentHelp("Share of uploads that the review rejects, 0 to 1.", valueName: "share"))
    var rejectRate = 0.0

    @Option(help: "Unit of text limits.")
    var lengthUnit = Rules.LengthUnit.graphemes

    @Option(help: "Maximum number of messages of an app.")
    var maxMessages = 2000

    @Option(help: "Maximum number of images of an app.")
    var maxImages = 2000

    @Option(
        help: ArgumentHelp("Product ID that exists; repeatable (default: every well-formed one).", valueName: "id")
    )
    var product: [String] = []

    @Flag(help: "Refuse the eleven locales added in 2026.")
    var olderLocales = false

    @Flag(help: "Answer 409 to an upload with an identifier that was deleted.")
    var deletedIdsConflict = false

    @Flag(help: "Answer 200 to a repeated upload, and replace the content.")
    var replaceContent = false

    @Flag(help: "Refuse ids in upper case.")
    var lowerCaseIdsOnly = false

    @Flag(help: "Refuse JSON members that Apple does not document.")
    var strictJson = false

    @Flag(help: "Refuse characters beyond U+FFFF, such as emoji.")
    var noSupplementary = false

    @Flag(help: "Refuse full-size images of another height than 2160 pixels.")
    var fullHeightOnly = false

    @Option(
        help: ArgumentHelp("How late lists show uploads, such as 30s (default: 0s).", valueName: "time"),
        transform: DurationArgument.parse
    )
    var listLag: Duration?

    @Flag(help: "List the newest upload first.")
    var newestFirst = false

    @Option(help: "What happens to defaults whose message is deleted.")
    var orphanedDefaults = Rules.OrphanedDefaults.drop

    @Flag(help: "Allow a real-time URL in production.")
    var performanceTestPassed = false

    @Option(
        help: ArgumentHelp("Duration of a performance test, such as 5s (default: 60s).", valueName: "time"),
        transform: DurationArgument.parse
    )
    var performanceTestTime: Duration?

    @Flag(help: "Make performance tests fail.")
    var performanceTestFails = false

    @Flag(help: "Answer every request with an empty 404, as Apple does for accounts without access.")
    var noAccess = false

    func apply(to options: inout EmulatorOptions) {
        options.hasAccess = !noAccess
        if let approveAfter { options.rules.approveAfter = approveAfter.duration }
        options.rules.rejectRate = rejectRate
        options.rules.lengthUnit = lengthUnit
        options.rules.maximumMessages = maxMessages
        options.rules.maximumImages = maxImages
        options.rules.products = product.isEmpty ? nil : Set(product)
        options.rules.knowsNewerLocales = !olderLocales
        options.rules.allowsDeletedIdentifiers = !deletedIdsConflict
        options.rules.replacesContent = replaceContent
        options.rules.takesUpperCase = !lowerCaseIdsOnly
        options.rules.takesUnknownMembers = !strictJson
        options.rules.takesSupplementary = !noSupplementary
        if fullHeightOnly { options.rules.imageHeights = 2160...2160 }
        options.rules.listLag = listLag ?? .zero
        options.rules.listsNewestFirst = newestFirst
        options.rules.orphanedDefaults = orphanedDefaults
        options.rules.hasPassedPerformanceTest = performanceTestPassed
        if let performanceTestTime { options.rules.performanceTestTime = performanceTestTime }
        options.rules.failsPerformanceTests = performanceTestFails
    }

    func validate() throws {
        guard (0...1).contains(rejectRate) else { throw ValidationError("--reject-rate must be between 0 and 1") }
        guard maxMessages >= 0, maxImages >= 0 else { throw ValidationError("a maximum cannot be negative") }
    }
}

/// The duration of review; `nil` means `never`.
struct ReviewTime {
    let duration: Duration?

    init(_ text: String) throws {
        duration = text == "never" ? nil : try DurationArgument.parse(text)
    }
}
