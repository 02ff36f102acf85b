private import Foundation
package import Glossport

/// The body of `PUT /realtime/url`, and of the answer to `GET`.
struct RealtimeURLBody: Codable {
    var realtimeURL: String
}

extension RetentionMessagingClient {
    static let realtimePath = "/inApps/v1/messaging/realtime/url"

    package func getRealtimeURL() async -> (answer: Answer, url: String?) {
        let (answer, body) = await read(
            RealtimeURLBody.self,
            .get,
            Self.realtimePath,
            orElse: "The answer contains no URL."
        )
        return (answer, body?.realtimeURL)
    }
}

extension RetentionMessagingClient {
    /// Sends one request, and decodes the JSON that a success must contain.
    ///
    /// A success without that JSON proves nothing: its outcome becomes unknown, with `defect` as the detail.
    func read<Body: Decodable>(
        _ type: Body.Type,
        _ method: Transport.Method,
        _ path: String,
        _ payload: Transport.Payload? = nil,
        orElse defect: String
    ) async -> (Answer, Body?) {
        var (answer, response) = await attempt(method, path, payload)
        guard answer.outcome == .accepted, let response else { return (answer, nil) }
        if case .whole(let bytes) = response.body, let body = try? JSONDecoder().decode(type, from: Data(bytes)) {
            return (answer, body)
        }
        answer.outcome = .unknown
        answer.detail = defect
        return (answer, nil)
    }
}
