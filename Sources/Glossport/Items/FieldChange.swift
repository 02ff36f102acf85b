package import GlossportProject

/// A field of a message that says something else than before.
package struct FieldChange: Sendable, Hashable, Encodable {
    /// The name as keys write it, such as `bullets.1.text`; `headerPosition`, `image` and `bullets.1.image` are fields, too.
    package var field: String
    /// `nil` if there was none.
    package var old: Value?
    /// `nil` if there is none any more.
    package var new: Value?

    /// Whether a picture becomes another one.
    var isPicture: Bool { if case .image? = new ?? old { true } else { false } }
    /// Whether it is a text for customers, and neither a picture nor a position.
    package var isText: Bool { !isPicture && field != Self.headerPosition }

    fileprivate static let headerPosition = "headerPosition"

    /// The value of a field.
    package enum Value: Sendable, Hashable {
        case text(String)
        case image(ServiceID)
    }

    /// Compares two messages.
    ///
    /// - Parameters:
    ///   - old: The previous item; `nil` if there was none.
    ///   - new: The new item.
    /// - Returns: The fields that differ, in reading order.
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
    /// Everything that it says and shows, in reading order.
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
