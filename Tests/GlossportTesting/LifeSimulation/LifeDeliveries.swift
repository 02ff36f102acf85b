import GlossportChecking
import GlossportImporting
import GlossportReading

/// What the translators deliver, edition by edition; texts and pictures change, messages vanish and come back.
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

    /// What an edition says of it.
    private struct Version: Sendable {
        var number: Int
        var picture: Int?
    }

    private var editions: [[Key: Version]] = []
    let seed: UInt64

    init(seed: UInt64, editions count: Int, pictures: Bool, random: inout SeededRandom) {
        self.seed = seed
        let messages = random.chance(0.5) ? ["keep"] : ["keep", "stay"]
        let locales = Self.locales.prefix(Int.random(in: 1...3, using: &random))
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
                        latest[key] = Version(number: 1, picture: pictures && random.chance(0.6) ? nextPicture : nil)
                    }
                }
                if let version = latest[key], !random.chance(edition == 0 ? 0.1 : 0.15) { versions[key] = version }
            }
            self.editions.append(versions)
        }
    }

    var newest: Int { editions.count - 1 }

    /// The products of each message.
    static var products: [String: Set<String>] { messages.mapValues { Set($0) } }

    static var allProducts: Set<String> { Set(messages.values.flatMap(\.self)) }

    /// Every slot there can be.
    static var slots: [DefaultSlot] {
        allProducts.flatMap { product in locales.map { DefaultSlot(product: product, locale: $0) } }.sorted()
    }

    /// What an edition wants, and the version of each item.
    func wanted(_ edition: Int, deleted: Set<ServiceID>) -> (items: WantedItems, versions: [ServiceID: Int]) {
        var wanted = WantedItems()
        var versions: [ServiceID: Int] = [:]
        var files: [ServiceID: SourceFile] = [:]
        let keys = editions[edition].keys.sorted { ($0.message, $0.locale) < ($1.message, $1.locale) }
        for key in keys {
            guard let version = editions[edition][key] else { continue }
            var content = MessageContent(header: "\(key.message) \(key.locale)", body: "\(seed) \(version.number)")
            if let picture = version.picture {
                let image = Self.image(picture, seed, deleted: deleted, &files)
                if !wanted.images.contains(where: { $0.id == image.id }) { wanted.images.append(image) }
                content.image = .init(id: image.id, altText: "A picture.")
            }
            let identity = ItemFactory.newest(deleted) {
                MessageIdentity.derive(
                    app: Self.app,
                    message: key.message,
                    locale: key.locale,
                    content: content,
                    generation: $0
                )
            }
            wanted.messages.append(
                Item(
                    id: identity.id,
                    message: key.message,
                    locale: key.locale,
                    content: .message(content),
                    digest: identity.digest
                )
            )
            versions[identity.id] = version.number
            if let image = content.image { wanted.imagesOfMessage[identity.id] = [image.id] }
        }
        wanted.imageFiles = ImageFiles(files)
        return (wanted, versions)
    }

    /// What an edition wants where.
    static func defaults(_ items: WantedItems) -> [DesiredDefault] {
        items.messages.flatMap { item in
            (messages[item.message] ?? []).map {
                DesiredDefault(
                    DefaultSlot(product: $0, locale: item.locale),
                    message: item.message,
                    item: item.id
                )
            }
        }
    }

    private static func image(
        _ number: Int,
        _ seed: UInt64,
        deleted: Set<ServiceID>,
        _ files: inout [ServiceID: SourceFile]
    ) -> Item {
        let bytes = Array("picture \(number) of \(seed)".utf8)
        let sha256 = ImageDigest.of(bytes)
        let identity = ItemFactory.newest(deleted) {
            ImageIdentity.derive(app: app, size: .fullSize, sha256: sha256, generation: $0)
        }
        let path = "images/\(number).png"
        files[identity.id] = SourceFile(path: path, bytes: bytes)
        let content = ImageContent(size: .fullSize, sha256: sha256, byteCount: bytes.count, path: path)
        return Item(id: identity.id, content: .image(content), digest: identity.digest)
    }
}
