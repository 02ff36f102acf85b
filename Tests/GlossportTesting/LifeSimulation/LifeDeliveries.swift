import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

/// The translators' deliveries by edition: texts and pictures change, and messages disappear and return.
///
/// The version of a message in a locale only increases, so it shows which of two texts in a slot is older.
struct LifeDeliveries: Sendable {
    static let app = "com.example.simulated"
    private static let messages = ["keep": ["annual", "monthly"], "stay": ["weekly"]]
    private static let locales = ["de-DE", "fr-FR", "ja"]

    /// A message in a locale.
    struct Key: Hashable, Sendable {
        var message: String
        var locale: String
    }

    /// The versions of a message's text and picture in an edition.
    private struct Version: Sendable {
        var number: Int
        var picture: Int?
    }

    /// The products of each message, and the locales, that a project names.
    private struct Scope: Sendable {
        var products: [String: [String]]
        var locales: [String]

        func contains(_ key: Key) -> Bool { products[key.message] != nil && locales.contains(key.locale) }
    }

    private var editions: [[Key: Version]] = []
    private var scopes: [Scope] = []
    private let seed: UInt64
    private let withdraws: Bool
    private let pictured: Set<String>

    init(seed: UInt64, editions count: Int, pictures: Bool, withdraws: Bool, random: inout SeededRandom) {
        (self.seed, self.withdraws) = (seed, withdraws)
        let messages = random.chance(0.5) ? ["keep"] : ["keep", "stay"]
        let locales = Self.locales.prefix(Int.random(in: 1...3, using: &random))
        pictured = Set(messages.filter { _ in pictures && random.chance(0.6) })
        let whole = Scope(
            products: withdraws ? Self.messages.filter { messages.contains($0.key) } : Self.messages,
            locales: Array(locales)
        )
        var scope = whole
        let keys = messages.flatMap { message in locales.map { Key(message: message, locale: $0) } }
        var latest: [Key: Version] = [:]
        var nextPicture = 0
        for edition in 0..<count {
            var versions: [Key: Version] = [:]
            if withdraws, edition > 0, random.chance(0.6) {
                scope = random.chance(0.3) ? whole : Self.less(scope, &random)
            }
            scopes.append(scope)
            for key in keys {
                if var version = latest[key] {
                    if random.chance(0.5) {
                        version.number += 1
                        if version.picture != nil, random.chance(0.5) {
                            nextPicture += random.chance(0.5) ? 1 : 0
                            version.picture = nextPicture
                        }
                    }
                    latest[key] = version
                } else {
                    if withdraws || edition == 0 || random.chance(0.5) {
                        latest[key] = Version(number: 1, picture: pictured.contains(key.message) ? nextPicture : nil)
                    }
                }
                let isMissing = random.chance(edition == 0 ? 0.1 : 0.15) && !withdraws
                if let version = latest[key], !isMissing, scope.contains(key) { versions[key] = version }
            }
            self.editions.append(versions)
        }
    }

    /// Returns a scope without one of its messages, products or locales, if more than one remains.
    private static func less(_ scope: Scope, _ random: inout SeededRandom) -> Scope {
        var less = scope
        switch Int.random(in: 0...2, using: &random) {
        case 0 where scope.products.count > 1: less.products["stay"] = nil
        case 1: less.products["keep"] = ["annual"]
        default: if scope.locales.count > 1 { less.locales.removeLast() }
        }
        return less
    }

    /// Returns the project of an edition.
    func project(_ edition: Int) -> Project {
        var project = Project(app: Self.app)
        for (message, products) in scopes[edition].products {
            var settings = Project.Message()
            settings.defaultFor = products
            settings.image = pictured.contains(message) ? "images/{message}.png" : nil
            project.messages[message] = settings
        }
        if withdraws { project.locales.expected = scopes[edition].locales.compactMap { StoreLocale($0) } }
        return project
    }

    /// Returns the slots that an edition's project names; `nil` if projects withdraw nothing.
    func named(_ edition: Int) -> Set<DefaultSlot>? {
        guard withdraws else { return nil }
        let scope = scopes[edition]
        return Set(
            scope.products.values.joined().flatMap { product in
                scope.locales.map { DefaultSlot(product: product, locale: $0) }
            }
        )
    }

    var newest: Int { editions.count - 1 }

    /// All possible slots.
    static var slots: [DefaultSlot] {
        messages.values.joined().flatMap { product in locales.map { DefaultSlot(product: product, locale: $0) } }
            .sorted()
    }

    /// Adds an edition that replaces refused texts, including those that only earlier editions contain.
    mutating func correct(_ refused: Set<Key>) {
        var versions = editions.last ?? [:]
        if let scope = scopes.last { scopes.append(scope) }
        for key in refused where scopes.last?.contains(key) ?? true {
            guard var version = editions.compactMap({ $0[key] }).max(by: { $0.number < $1.number }) else { continue }
            version.number += 1
            versions[key] = version
        }
        editions.append(versions)
    }

    /// A part of a delivery: one message or one locale.
    enum Part: Sendable {
        case message(String)
        case locale(String)

        func contains(_ key: Key) -> Bool {
            switch self {
            case .message(let name): key.message == name
            case .locale(let code): key.locale == code
            }
        }
    }

    /// All possible parts.
    static var parts: [Part] { messages.keys.sorted().map(Part.message) + locales.map(Part.locale) }

    /// Returns an edition's deliveries, or a part of them, as if they had been validated without errors.
    func edition(_ number: Int, _ part: Part? = nil) -> CheckedDeliveries {
        let project = project(number)
        var builder = CatalogBuilder(project: project)
        var images = ImageInventory()
        for (key, version) in editions[number] where part?.contains(key) ?? true {
            var texts = ["header": "\(key.message) \(key.locale)", "body": "\(seed) \(version.number)"]
            if let picture = version.picture {
                texts["altText"] = "A picture."
                let bytes = Array("picture \(picture) of \(seed)".utf8)
                images.add(bytes, at: "images/\(picture).png", message: key.message, locale: key.locale)
            }
            for (field, text) in texts {
                builder.add(
                    TranslationUnit(
                        key: "\(key.message).\(field)",
                        locale: key.locale,
                        target: text,
                        state: .translated,
                        location: SourceLocation(path: "edition \(number)", line: 1, column: 1)
                    )
                )
            }
        }
        var catalog = builder.finish()
        catalog.images = images
        return CheckedDeliveries(catalog, for: project, isWhole: part == nil)
    }

    /// Returns the version of each message, read from the end of its body.
    static func versions(of items: DesiredItems) -> [ServiceID: Int] {
        let versions = items.messages.compactMap { item in
            item.texts?.body.split(separator: " ").last.flatMap { Int($0) }.map { (item.id, $0) }
        }
        return Dictionary(versions) { first, _ in first }
    }

    func defaults(_ items: DesiredItems, of edition: Int) -> [DesiredDefault] {
        let project = project(edition)
        return items.messages.flatMap { item in
            DesiredDefaults.slots(of: item, for: project).map {
                DesiredDefault($0, message: item.message, item: item.id)
            }
        }
    }
}
