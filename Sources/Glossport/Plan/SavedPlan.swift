private import Crypto
private import Foundation
import GlossportChecking
package import GlossportProject
import GlossportReading

/// A plan as a file: reviewed once, it can be applied later and on another machine, exactly as reviewed and without
/// further questions.
package struct SavedPlan: Sendable, Hashable, Codable {
    static let currentSchema = "glossport.saved-plan/1"

    package var schema: String
    package var app: String
    package var environment: ServiceEnvironment
    /// The creation time (RFC 3339).
    package var created: String
    /// Every desired item, images first.
    package var items: [Entry]
    package var defaults: [Default]
    /// The defaults to remove because the project no longer wants them.
    package var withdrawn: [Default]
    /// SHA-256 of all other fields, in lower-case hexadecimal.
    package private(set) var digest = ""

    package struct Entry: Sendable, Hashable, Codable {
        package var id: ServiceID
        package var kind: Item.Kind
        package var title: String
        /// The raw value of the planned ``Plan/Action``.
        package var action: String
    }

    package struct Default: Sendable, Hashable, Codable {
        package var product, locale: String
        package var id: ServiceID
    }

    package init(
        _ plan: DeliveryPlan,
        defaults: [DesiredDefault],
        withdrawn: [DefaultSlot: ServiceID] = [:],
        created: String
    ) {
        schema = Self.currentSchema
        app = plan.messages.destination.app
        environment = plan.messages.destination.environment
        self.created = created
        items = plan.plans.flatMap(\.items).map { planned in
            Entry(
                id: planned.item.id,
                kind: planned.item.kind,
                title: planned.item.title,
                action: planned.action.rawValue
            )
        }
        self.defaults = defaults.sorted { $0.slot < $1.slot }.map {
            Default(product: $0.slot.product, locale: $0.slot.locale, id: $0.item)
        }
        self.withdrawn = withdrawn.sorted { $0.key < $1.key }.map {
            Default(product: $0.key.product, locale: $0.key.locale, id: $0.value)
        }
        digest = computedDigest
    }

    /// Reads a saved plan.
    ///
    /// - Throws: ``GlossportError`` with code `invalidOption` if the file is not a plan, was written by a newer
    ///   version, or was changed.
    package init(json: [UInt8], path: String) throws {
        guard let plan = try? JSONDecoder().decode(SavedPlan.self, from: Data(json)) else {
            throw GlossportError(
                .invalidOption,
                "\(path) is not a saved plan.",
                remedy: "Create one with `glossport plan --out FILE`."
            )
        }
        guard plan.schema == Self.currentSchema, plan.digest == plan.computedDigest else {
            throw GlossportError(
                .invalidOption,
                "\(path) was changed after it was saved, or was written by a newer glossport.",
                remedy: "Create a new plan with `glossport plan --out FILE`, and review it."
            )
        }
        self = plan
    }

    package var json: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try Array(encoder.encode(self)) + [UInt8(ascii: "\n")]
        }
    }

    /// Whether a file that begins with these bytes is a saved plan, of any version.
    package static func hasWritten(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head, as: UTF8.self)
        return text.prefixMatch(of: /\{\s*"app"\s*:\s*"[^"]*",\s*"created"\s*:\s*"/) != nil
    }

    /// The differences between this plan and one made now.
    ///
    /// An item that was uploaded in the meantime is not a difference: an interrupted import is repeated with the same
    /// plan.
    ///
    /// - Returns: One sentence for each difference; empty if this plan can be applied exactly.
    package func drift(to now: SavedPlan) -> [String] {
        var differences: [String] = []
        if app != now.app || environment != now.environment {
            // Every other difference would follow from this one.
            return [
                "The plan is for \(app) (\(environment.rawValue)), not for \(now.app) (\(now.environment.rawValue))."
            ]
        }
        let known = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
        for entry in now.items {
            guard let old = known[entry.id] else {
                differences.append("\(entry.title) (\(entry.id)) is not in it.")
                continue
            }
            let done = old.action == Plan.Action.upload.rawValue && entry.action == Plan.Action.present.rawValue
            if old.action != entry.action, !done {
                differences.append("\(entry.title) (\(entry.id)) was “\(old.action)”, and is “\(entry.action)” now.")
            }
        }
        let current = Set(now.items.map(\.id))
        for entry in items where !current.contains(entry.id) {
            differences.append("\(entry.title) (\(entry.id)) is no longer planned.")
        }
        if defaults != now.defaults {
            let (old, new) = (Set(defaults), Set(now.defaults))
            for slot in new.subtracting(old).union(old.subtracting(new)).sorted(by: { $0.order < $1.order }) {
                let what = new.contains(slot) ? "is planned now" : "was planned"
                differences.append("\(slot.id) \(what) as the default of \(slot.product) in \(slot.locale).")
            }
        }
        // A default that was removed in the meantime is not a difference either.
        for slot in now.withdrawn where !withdrawn.contains(slot) {
            differences.append("\(slot.id) is to be removed as the default of \(slot.product) in \(slot.locale) now.")
        }
        return differences
    }

    private var computedDigest: String {
        var plain = self
        plain.digest = ""
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(plain) else { return "" }
        return ImageDigest.of(Array(bytes))
    }
}

extension SavedPlan.Default {
    fileprivate var order: String { "\(product) \(locale) \(id)" }
}
