private import Crypto
private import Foundation
import GlossportChecking
package import GlossportProject
import GlossportReading

/// A plan as a file: a reviewed and agreed plan, which can be applied exactly, later and elsewhere, without questions.
package struct SavedPlan: Sendable, Hashable, Codable {
    static let currentSchema = "glossport.saved-plan/1"

    package var schema: String
    package var app: String
    package var environment: ServiceEnvironment
    /// When it was made (RFC 3339).
    package var created: String
    /// Everything that is wanted, images first.
    package var items: [Entry]
    package var defaults: [Default]
    /// The defaults to remove because the project no longer wants them.
    package var withdrawn: [Default]
    /// SHA-256 of all of the above, in lower-case hexadecimal.
    package private(set) var digest = ""

    package struct Entry: Sendable, Hashable, Codable {
        package var id: ServiceID
        package var kind: Item.Kind
        /// The name for people.
        package var title: String
        /// Whether it was to be uploaded; otherwise it was there, or could not be sent.
        package var action: String
    }

    package struct Default: Sendable, Hashable, Codable {
        package var product, locale: String
        package var id: ServiceID
    }

    /// - Parameters:
    ///   - plan: The plan.
    ///   - defaults: The desired defaults.
    ///   - withdrawn: The defaults to remove.
    ///   - created: The time, as text.
    package init(
        _ plan: DeliveryPlan,
        defaults: [DesiredDefault],
        withdrawn: [DefaultSlot: ServiceID] = [:],
        created: String
    ) {
        schema = Self.currentSchema
        app = plan.messages.plan.destination.app
        environment = plan.messages.plan.destination.environment
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
    /// - Parameters:
    ///   - json: The file's bytes.
    ///   - path: Its path, for messages.
    /// - Throws: ``GlossportError`` with code `invalidOption` if it is not a plan, is of a newer version, or was
    ///   changed.
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

    /// The file.
    package var json: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try Array(encoder.encode(self)) + [UInt8(ascii: "\n")]
        }
    }

    /// Whether a file that begins so is a saved plan, of whatever version.
    package static func hasWritten(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head, as: UTF8.self)
        return text.prefixMatch(of: /\{\s*"app"\s*:\s*"[^"]*",\s*"created"\s*:\s*"/) != nil
    }

    /// The actions of another plan, made now, that this one does not contain.
    ///
    /// An item uploaded meanwhile is not a difference: an interrupted import is run again with the same plan.
    ///
    /// - Parameter now: The plan as it would be made now.
    /// - Returns: Sentences; empty if exactly this plan can be applied.
    package func drift(to now: SavedPlan) -> [String] {
        var differences: [String] = []
        if app != now.app || environment != now.environment {
            // Everything else differs for this reason.
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
        // A default that was removed meanwhile is not a difference either.
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
