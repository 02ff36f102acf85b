extension Reply {
    /// The JSON body, with Apple's field names; `nil` where Apple documents none.
    ///
    /// - Parameter upperCase: Whether identifiers are written in upper case, which the service does not do.
    /// - Returns: The bytes of the body.
    func json(upperCase: Bool) -> [UInt8]? {
        let spell = { (identifier: Identifier) in
            upperCase ? identifier.description.uppercased() : identifier.description
        }
        var text = JSONText()
        switch self {
        case .done, .bare, .redirected, .undecided: return nil
        case .refused(let error): text.error(error)
        case .throttled: text.error(.rateLimitExceeded)
        case .defaultMessage(let identifier):
            text.raw(#"{"messageIdentifier":""#)
            text.plain(spell(identifier))
            text.raw(#""}"#)
        case .realtimeURL(let url):
            text.raw(#"{"realtimeURL":"#)
            text.string(url)
            text.raw("}")
        case .images(let images):
            text.raw(#"{"imageIdentifiers":["#)
            for (index, image) in images.enumerated() {
                text.plain(index == 0 ? #"{"imageIdentifier":""# : #",{"imageIdentifier":""#)
                text.plain(spell(image.identifier))
                text.raw(#"","imageState":""#)
                text.plain(image.state.rawValue)
                text.raw(#"","imageSize":""#)
                text.plain(image.size.rawValue)
                text.raw(#""}"#)
            }
            text.raw("]}")
        case .messages(let messages):
            text.raw(#"{"messageIdentifiers":["#)
            for (index, message) in messages.enumerated() {
                text.plain(index == 0 ? #"{"messageIdentifier":""# : #",{"messageIdentifier":""#)
                text.plain(spell(message.identifier))
                text.raw(#"","messageState":""#)
                text.plain(message.state.rawValue)
                text.raw(#""}"#)
            }
            text.raw("]}")
        }
        return text.bytes
    }
}

extension JSONText {
    /// Exactly two keys: Apple's Java library loses the number if there is a third.
    fileprivate mutating func error(_ error: ServiceError) {
        raw(#"{"errorCode":"#)
        number(error.code)
        raw(#","errorMessage":"#)
        string(error.message)
        raw("}")
    }
}
