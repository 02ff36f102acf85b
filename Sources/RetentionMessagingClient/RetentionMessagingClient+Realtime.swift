private import Foundation
package import Glossport
package import GlossportProject

/// The body of `PUT /realtime/url`, and of the answer to `GET`.
private struct RealtimeURLBody: Codable {
    var realtimeURL: String
}

/// The body of `POST /performanceTest`.
private struct PerformanceTestRequest: Encodable {
    var originalTransactionId: String
}

extension RetentionMessagingClient {
    private static let urlPath = "/inApps/v1/messaging/realtime/url"
    private static let testPath = "/inApps/v1/messaging/performanceTest"

    package func getRealtimeURL() async -> (answer: Answer, url: String?) {
        let (answer, body) = await read(RealtimeURLBody.self, .get, Self.urlPath, orElse: "The answer contains no URL.")
        return (answer, body?.realtimeURL)
    }

    package func setRealtimeURL(_ url: String) async -> Answer {
        await attempt(.put, Self.urlPath, Self.payload(RealtimeURLBody(realtimeURL: url))).answer
    }

    package func deleteRealtimeURL() async -> Answer { await attempt(.delete, Self.urlPath).answer }

    package func startPerformanceTest(of transaction: String) async -> (answer: Answer, start: PerformanceTest.Start?) {
        await read(
            PerformanceTest.Start.self,
            .post,
            Self.testPath,
            Self.payload(PerformanceTestRequest(originalTransactionId: transaction)),
            orElse: "The answer contains no request ID."
        )
    }

    package func getPerformanceTest(_ id: ServiceID) async -> (answer: Answer, test: PerformanceTest?) {
        let path = "\(Self.testPath)/result/\(id)"
        return await read(PerformanceTest.self, .get, path, orElse: "The answer contains no result.")
    }

    /// Encoding strings as JSON never fails.
    private static func payload(_ body: some Encodable) -> Transport.Payload {
        .json((try? JSONEncoder().encode(body)).map(Array.init) ?? [])
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
