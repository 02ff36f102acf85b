package import GlossportProject
package import GlossportReading

/// Errors for failed calls, with the call and its possible effect.
extension GlossportError {
    /// Returns the error for a failed call.
    ///
    /// `what` is the subject of the call, such as a slot or an id. `inOutage` means that no call was answered for as
    /// long as the user waits.
    package static func call(
        _ endpoint: Endpoint,
        _ answer: Answer,
        about what: String? = nil,
        inOutage: Bool = false
    ) -> GlossportError {
        let action = what.map { "\(endpoint.action) (\($0))" } ?? endpoint.action
        switch answer.outcome {
        case .unauthorized:
            return GlossportError(
                .credentials,
                "The service does not accept the token (\(answer.clause)), so Glossport could not \(action).",
                remedy: answer.remedy
                    ?? "Check the issuer ID, key ID, key file and bundle ID; the key must be an In-App Purchase key."
            )
        case .accessRefused:
            return GlossportError(
                .accessRefused,
                "\(answer.refusal), so Glossport could not \(action).",
                remedy: answer.remedy
                    ?? "Check the environment and the address; Apple grants access to this API on request."
            )
        case .notSent:
            return GlossportError(
                .unreachable,
                "The service can't be reached (\(answer.clause)), so Glossport could not \(action).",
                remedy: answer.remedy ?? "Check the network and the endpoint, and run the command again."
            )
        case .unknown:
            let effect = endpoint.changesSomething ? " It may have been executed." : ""
            return GlossportError(
                inOutage ? .unreachable : .service,
                "The service gave no conclusive answer to the request to \(action) (\(answer.clause)).\(effect)",
                remedy: "Run the command again later; it checks the result."
            )
        default:
            return GlossportError(
                .service,
                "The service refused to \(action) (\(answer.clause)).",
                remedy: answer.appleCode.flatMap(AppleError.advice) ?? "Run the command again later."
            )
        }
    }
}

extension Endpoint {
    /// The purpose of a call, as an infinitive without “to”.
    package var action: String {
        switch self {
        case .uploadMessage: "upload a message"
        case .deleteMessage: "delete a message"
        case .listMessages: "list the messages"
        case .uploadImage: "upload an image"
        case .deleteImage: "delete an image"
        case .listImages: "list the images"
        case .configureDefault: "set a default"
        case .getDefault: "read a default"
        case .deleteDefault: "delete a default"
        case .configureRealtimeURL: "set the real-time URL"
        case .getRealtimeURL: "read the real-time URL"
        case .deleteRealtimeURL: "delete the real-time URL"
        case .initiatePerformanceTest: "start a performance test"
        case .getPerformanceTestResults: "read the result of a performance test"
        }
    }

    /// Whether a call changes anything, so that its effect is uncertain if it gets no answer.
    var changesSomething: Bool {
        switch self {
        case .listMessages, .listImages, .getDefault, .getRealtimeURL, .getPerformanceTestResults: false
        default: true
        }
    }
}
