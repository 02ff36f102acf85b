private import Foundation
package import Glossport
package import GlossportProject

/// The body of `POST /performanceTest`.
private struct PerformanceTestRequest: Encodable {
    var originalTransactionId: String
}

extension RetentionMessagingClient {
    private static let testPath = "/inApps/v1/messaging/performanceTest"

    package func setRealtimeURL(_ url: String) async -> Answer {
        await attempt(.put, Self.realtimePath, Self.payload(RealtimeURLBody(realtimeURL: url))).answer
    }

    package func deleteRealtimeURL() async -> Answer { await attempt(.delete, Self.realtimePath).answer }

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
