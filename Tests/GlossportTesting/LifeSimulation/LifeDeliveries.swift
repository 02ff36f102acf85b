import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// The translators' deliveries, edition by edition; texts and pictures change, messages vanish and come back.
///
/// The version of a message in a locale only ever grows, so that of two texts of a slot it is clear which one is older.
struct LifeDeliveries: Sendable {
    static let app = "com.example.simulated"
    private static let messages = ["keep": ["annual", "monthly"], "stay": ["weekly"]]
    private static let locales = ["de-DE", "fr-FR", "ja"]

    /// A message in a locale.
    struct Key: Hashable, Sendable {
        var message: String
        var locale: String
    }

    /// The version of a message in an edition.
    private struct Version: Sendable {
        var number: Int
        var picture: Int?
    }

    private var editions: [[Key: Version]] = []
    private let seed: UInt64
    private let project: Project

    init(seed: UInt64, editions count: Int, pictures: Bool, random: inout SeededRandom) {
        self.seed = seed
        let messages = random.chance(0.5) ? ["keep"] : ["keep", "stay"]
        let locales = Self.locales.prefix(Int.random(in: 1...3, using: &random))
        let pictured = messages.filter { _ in pictures && random.chance(0.6) }
        var project = Project(app: Self.app)
        for (message, products) in Self.messages {
            var settings = Project.Message()
            settings.defaultFor = products
            settings.image = pictured.contains(message) ? "images/{message}.png" : nil
            project.messages[message] = settings
        }
        self.project = project
        let keys = messages.flatMap { message in locales.map { Key(message: message, locale: $0) } }
        var latest: [Key: Version] = [:]
        var nextPicture = 0
        for edition in 0..<count {
            var versions: [Key: Version] = [:]
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
                    if edition == 0 || random.chance(0.5) {
                        latest[key] = Version(number: 1, picture: pictured.contains(key.message) ? nextPicture : nil)
                    }
                }
                if let version = latest[key], !random.chance(edition == 0 ? 0.1 : 0.15) { versions[key] = version }
            }
            self.editions.append(versions)
        }
    }

    var newest: Int { editions.count - 1 }

    /// Every slot there can be.
    static var slots: [DefaultSlot] {
        messages.values.joined().flatMap { product in locales.map { DefaultSlot(product: product, locale: $0) } }
            .sorted()
    }

    /// The translators deliver once more, with other texts in place of some, wherever these were delivered.
    mutating func correct(_ refused: Set<Key>) {
        var versions = editions.last ?? [:]
        for key in refused {
            guard var version = editions.compactMap({ $0[key] }).max(by: { $0.number < $1.number }) else { continue }
            version.number += 1
            versions[key] = version
        }
        editions.append(versions)
    }

    /// The deliveries of an edition, read and without errors.
    func edition(_ number: Int) -> CheckedDeliveries {
        var builder = CatalogBuilder(project: project)
        var images = ImageInventory()
        for (key, version) in editions[number] {
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
        return CheckedDeliveries(catalog, for: project)
    }

    /// The version of each message, which its text tells.
    static func versions(of items: DesiredItems) -> [ServiceID: Int] {
        let versions = items.messages.compactMap { item in
            item.texts?.body.split(separator: " ").last.flatMap { Int($0) }.map { (item.id, $0) }
        }
        return Dictionary(versions) { first, _ in first }
    }

    /// The desired defaults.
    func defaults(_ items: DesiredItems) -> [DesiredDefault] {
        items.messages.flatMap { item in
            DesiredDefaults.slots(of: item, for: project).map {
                DesiredDefault($0, message: item.message, item: item.id)
            }
        }
    }
}
