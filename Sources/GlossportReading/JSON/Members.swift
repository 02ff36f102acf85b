extension Encoder {
    /// Encodes an object with these members, without those that are `nil`.
    package func encode(members: [String: (any Encodable)?]) throws {
        var container = container(keyedBy: Member.self)
        for (name, value) in members {
            if let value { try container.encode(value, forKey: Member(stringValue: name)) }
        }
    }
}

private struct Member: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
