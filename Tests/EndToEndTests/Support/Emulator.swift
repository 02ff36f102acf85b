import Foundation
import Testing

/// A running `retention-emulator`.
final class Emulator: Sendable {
    let endpoint: String
    private let process: ChildProcess
    let logPath: String

    /// Starts an emulator for `body` and always stops it afterwards.
    ///
    /// - Parameters:
    ///   - project: The folder of the request log; consecutive emulators of one project share the log.
    ///   - flags: Additional flags.
    ///   - more: Additional flags as an array.
    ///   - publicKey: The key that verifies tokens, if not the project's own.
    ///   - takesAnyToken: Whether it accepts tokens without verifying their signatures.
    ///   - body: Uses the emulator.
    /// - Returns: The result of `body`, and the emulator's final state and requests.
    /// - Throws: Errors of `body`, or an error if the emulator cannot be started.
    @discardableResult
    static func with<Value>(
        in project: TestProject,
        _ flags: String...,
        more: [String] = [],
        publicKey: String? = nil,
        takesAnyToken: Bool = false,
        body: (Emulator) async throws -> Value
    ) async throws -> (value: Value, service: Service) {
        let tokens = takesAnyToken ? ["--accept-any-token"] : ["--public-key", publicKey ?? project.publicKeyPath]
        let emulator = try await Emulator(project, tokens + flags + more)
        do {
            let value = try await body(emulator)
            let state = try await emulator.state(in: project)
            await emulator.stop()
            return (value, Service(state: state, requests: try emulator.requests()))
        } catch {
            await emulator.stop()
            throw error
        }
    }

    private init(_ project: TestProject, _ flags: [String]) async throws {
        logPath = project.file("requests.jsonl")
        let outputPath = project.file("emulator-\(UUID().uuidString).out")
        process = try ChildProcess(
            ChildProcess.Launch(
                executable: Executable.emulator.path,
                arguments: ["--port", "0", "--request-log", logPath] + flags,
                folder: project.path,
                outputPath: outputPath,
                errorPath: outputPath + ".err"
            )
        )
        var address: String?
        // It prints its address as soon as it listens.
        for _ in 0..<10_000 where address == nil {
            let output = String(decoding: try Data(contentsOf: URL(fileURLWithPath: outputPath)), as: UTF8.self)
            if output.hasSuffix("\n"), let url = output.split(separator: " ").last {
                address = url.trimmingCharacters(in: .whitespacesAndNewlines)
            } else {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        guard let address else {
            process.send(SIGKILL)
            throw Failure(text: "The emulator did not start: see \(outputPath).err")
        }
        endpoint = address
    }

    struct Failure: Error { var text: String }

    /// Changes the emulator's state: `approve` or `reject` everything pending, or `reset`, which deletes everything.
    func perform(_ action: String, in project: TestProject) async throws {
        _ = try await send("POST", action, in: project)
    }

    /// Returns the state once no request is in flight, or after 20 attempts; faults can delay requests for seconds.
    private func state(in project: TestProject) async throws -> Service.State {
        var state: Service.State
        var attempts = 0
        repeat {
            state = try JSONDecoder().decode(Service.State.self, from: await send("GET", "state", in: project))
            attempts += 1
        } while state.inFlight > 0 && attempts < 20
        return state
    }

    /// Sends a request to a control route, without verifying the emulator's certificate.
    private func send(_ method: String, _ route: String, in project: TestProject) async throws -> Data {
        let output = project.file("control-\(UUID().uuidString).out")
        let call = try ChildProcess(
            ChildProcess.Launch(
                executable: "/usr/bin/env",
                arguments: [
                    "python3", "-ISc",
                    """
                    import ssl, sys, urllib.request as u
                    request = u.Request(sys.argv[2], method=sys.argv[1])
                    print(u.urlopen(request, context=ssl._create_unverified_context()).read().decode())
                    """,
                    method, "\(endpoint)/_emulator/\(route)",
                ],
                environment: ["PATH": "/usr/bin:/bin"],
                folder: project.path,
                outputPath: output,
                errorPath: output + ".err"
            )
        )
        guard await call.end() == .exited(0) else {
            throw Failure(text: "The emulator refuses \(route): see \(output).err")
        }
        return try Data(contentsOf: URL(fileURLWithPath: output))
    }

    private func stop() async {
        process.send(SIGTERM)
        _ = await process.end()
    }

    /// Sends a signal to a process as soon as a number of requests are logged.
    ///
    /// A separate thread watches the log, because the tests' tasks may all be busy for seconds.
    ///
    /// - Parameters:
    ///   - count: The number of requests that this and earlier emulators of the project must have logged.
    ///   - endpoint: The endpoint whose requests count, or `nil` for all. The log may be written later than the answers
    ///     of a command that has ended.
    ///   - signal: The signal.
    ///   - process: The process that receives the signal.
    /// - Throws: An error if the requests are not logged within five minutes.
    func whenLogged(
        _ count: Int,
        of endpoint: String? = nil,
        send signal: Int32,
        to process: ChildProcess
    ) async throws {
        try await whenLogged(count, of: endpoint) { process.send(signal) }
    }

    /// Calls `act` as soon as a number of requests are logged, like ``whenLogged(_:of:send:to:)``.
    func whenLogged(_ count: Int, of endpoint: String? = nil, act: @escaping @Sendable () -> Void) async throws {
        let path = logPath
        let mark = Data((endpoint.map { "\"endpoint\":\"\($0)\"" } ?? "").utf8)
        let came = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let end = Date(timeIntervalSinceNow: 300)
                var lines = 0
                while lines < count, Date() < end {
                    usleep(2_000)
                    let log = (try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()
                    lines = log.split(separator: 0x0A).count { mark.isEmpty || $0.range(of: mark) != nil }
                }
                if lines >= count { act() }
                continuation.resume(returning: lines >= count)
            }
        }
        guard came else { throw Failure(text: "The emulator never logged \(count) requests.") }
    }

    private func requests() throws -> [Service.Request] {
        let log = (try? Data(contentsOf: URL(fileURLWithPath: logPath))) ?? Data()
        return try log.split(separator: 0x0A).map { try JSONDecoder().decode(Service.Request.self, from: $0) }
    }
}

struct Service {
    let state: State
    /// The requests to all emulators of the project, in order of arrival.
    let requests: [Request]

    struct State: Decodable {
        var apps: [App]
        var inFlight: Int

        struct App: Decodable {
            var bundleId: String
            var messages: [Message]
            var defaults: [Default]
        }
    }

    struct Default: Decodable {
        var productId: String
        var locale: String
        var messageIdentifier: String
    }

    struct Message: Decodable {
        var messageIdentifier: String
        var header: String
        var body: String
    }

    struct Request: Decodable {
        var at: Int64
        var endpoint: String?
        var identifier: String?
        var status: Int?
        var fault: String?
        var inFlight: Int
        var committed: Bool
    }

    var messages: [Message] { state.apps.first { $0.bundleId == TestProject.app }?.messages ?? [] }

    /// The product and locale of all defaults, such as `com.example.annual de-DE`.
    var defaults: [String] {
        (state.apps.first { $0.bundleId == TestProject.app }?.defaults ?? []).map { "\($0.productId) \($0.locale)" }
            .sorted()
    }
    var uploads: [Request] { requests.filter { $0.endpoint == "uploadMessage" } }

    /// The number of uploads whose ID was uploaded before.
    var uploadsSentAgain: Int { uploads.count - Set(uploads.map(\.identifier)).count }

    /// Returns the maximum number of uploads that arrived in any period of the given duration.
    func mostUploads(in stretch: Duration) -> Int {
        let length = stretch.components.seconds * 1_000_000 + stretch.components.attoseconds / 1_000_000_000_000
        let times = uploads.map(\.at).sorted()
        var (first, most) = (0, 0)
        for (index, time) in times.enumerated() {
            while times[first] <= time - length { first += 1 }
            most = max(most, index - first + 1)
        }
        return most
    }
}
