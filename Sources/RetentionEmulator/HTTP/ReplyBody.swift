extension Reply {
    /// The JSON body with Apple's field names; `nil` for an answer without a body.
    ///
    /// - Parameter upperCase: Whether identifiers are in upper case, unlike at the real service.
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
        case .performanceTest(let identifier, let test):
            text.raw("{")
            text.config(of: test)
            text.plain(#","requestId":"\#(spell(identifier))"}"#)
        case .performanceTestResult(let result): text.result(result)
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
    fileprivate mutating func config(of test: PerformanceTest) {
        plain(#""config":{"maxConcurrentRequests":\#(PerformanceTest.concurrency),"#)
        plain(#""totalRequests":\#(PerformanceTest.requests),"#)
        plain(#""totalDuration":\#(test.duration.wholeMicroseconds / 1_000),"#)
        plain(#""responseTimeThreshold":\#(PerformanceTest.threshold),"#)
        plain(#""successRateThreshold":\#(PerformanceTest.successThreshold)}"#)
    }

    fileprivate mutating func result(_ result: PerformanceTest.Result) {
        raw("{")
        config(of: result.test)
        raw(#","target":"#)
        string(result.test.target)
        plain(#","result":"\#(result.verdict)","successRate":\#(result.successRate),"numPending":\#(result.pending)"#)
        let names = ["average", "p50", "p90", "p95", "p99"]
        let times = names.enumerated().map { index, name in
            #""\#(name)":\#(index < result.times.count ? result.times[index] : 0)"#
        }
        plain(#","responseTimes":{\#(times.joined(separator: ","))}"#)
        let failures = result.failures.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }
        plain(#","failures":{\#(failures.joined(separator: ","))}}"#)
    }

    /// Writes exactly two members, because Apple's Java library loses the code if there is a third.
    fileprivate mutating func error(_ error: ServiceError) {
        raw(#"{"errorCode":"#)
        number(error.code)
        raw(#","errorMessage":"#)
        string(error.message)
        raw("}")
    }
}
