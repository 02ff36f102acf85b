package import GlossportProject

/// A changed field of a message.
package struct FieldChange: Sendable, Hashable, Encodable {
    /// The name as in keys, such as `bullets.1.text`; includes `headerPosition`, `image` and `bullets.1.image`.
    package var field: String
    /// `nil` if the field was added.
    package var old: Value?
    /// `nil` if the field was removed.
    package var new: Value?

    var isPicture: Bool { if case .image? = new ?? old { true } else { false } }
    /// Whether the field is a text for customers: neither a picture nor a position.
    package var isText: Bool { !isPicture && field != Self.headerPosition }

    fileprivate static let headerPosition = "headerPosition"

    package enum Value: Sendable, Hashable {
        case text(String)
        case image(ServiceID)
    }

    /// Returns the fields that differ between two contents of a message, in reading order; removed fields come last.
    ///
    /// Without an `old` content, all fields are new.
    package static func changes(from old: MessageContent?, to new: MessageContent) -> [FieldChange] {
        let (before, after) = (old?.fields ?? [], new.fields)
        let values = Dictionary(before.map { ($0.name, $0.value) }) { first, _ in first }
        let kept = Set(after.map(\.name))
        let changed = after.filter { values[$0.name] != $0.value }
            .map { FieldChange(field: $0.name, old: values[$0.name], new: $0.value) }
        let gone = before.filter { !kept.contains($0.name) }
            .map { FieldChange(field: $0.name, old: $0.value, new: nil) }
        return changed + gone
    }
}

extension MessageContent {
    /// All texts, images and positions, in reading order.
    package var fields: [(name: String, value: FieldChange.Value)] {
        var fields: [(name: String, value: FieldChange.Value)] = [
            (Field.header.name, .text(header)), (Field.body.name, .text(body)),
        ]
        if let headerPosition { fields.append((FieldChange.headerPosition, .text(headerPosition.rawValue))) }
        if let image { fields += [("image", .image(image.id)), (Field.altText.name, .text(image.altText))] }
        for (index, bullet) in bullets.enumerated() {
            fields += [
                (Field.bulletText(index + 1).name, .text(bullet.text)),
                ("bullets.\(index + 1).image", .image(bullet.imageID)),
                (Field.bulletAltText(index + 1).name, .text(bullet.altText)),
            ]
        }
        return fields
    }
}

extension FieldChange.Value {
    /// The text, or the picture's id.
    package var code: String {
        switch self {
        case .text(let text): text
        case .image(let id): id.description
        }
    }
}

extension FieldChange.Value: Encodable {
    package func encode(to encoder: any Encoder) throws { try code.encode(to: encoder) }
}
