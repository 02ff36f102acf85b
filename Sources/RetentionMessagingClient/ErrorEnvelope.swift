private import Foundation

/// The body of a refusal: `{"errorCode": 4090001, "errorMessage": "…"}`.
///
/// Read whatever the content type says, and whatever else is in it.
struct ErrorEnvelope: Decodable {
    /// Apple's number, by which alone errors are told apart.
    var code: Int
    /// Apple's text; for people.
    var message: String?

    /// Reads a body; `nil` if it holds no error number.
    init?(_ body: [UInt8]) {
        guard let envelope = try? JSONDecoder().decode(ErrorEnvelope.self, from: Data(body)) else { return nil }
        self = envelope
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(Int.self, forKey: .errorCode)
        message = try? container.decode(String.self, forKey: .errorMessage)
    }

    private enum CodingKeys: String, CodingKey {
        case errorCode
        case errorMessage
    }
}
