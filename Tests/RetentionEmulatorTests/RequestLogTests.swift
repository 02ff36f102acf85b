import Foundation
import HTTPTypes
import HummingbirdTesting
import RetentionEmulator
import Testing

@Suite("Request log")
struct RequestLogTests {
    private func withFile(_ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    private func lines(_ path: String) throws -> [[String: Any]] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test("Each request is one line with its outcome")
    func fields() async throws {
        try await withFile { path in
            let bench = try TestBench(faults: ["500-after@2"]) { $0.requestLogPath = path }
            try await bench.test { caller in
                try await caller.upload(1)
                bench.advance(.milliseconds(5))
                try await caller.upload(2)
                try await caller.upload(2)
            }
            bench.emulator.flushLog()
            let lines = try lines(path)
            #expect(lines.map { $0["seq"] as? Int } == [1, 2, 3])
            #expect(lines.map { $0["status"] as? Int } == [200, 500, 409])
            #expect(lines.map { $0["errorCode"] as? Int } == [nil, 5_000_000, 4_090_001])
            #expect(lines.map { $0["committed"] as? Bool } == [true, true, false])
            #expect(lines.map { $0["fault"] as? String } == [nil, "500-after", nil])
            #expect(lines.map { $0["at"] as? Int64 }.first == Samples.start.microseconds)
            let line = try #require(lines.first)
            #expect(line["method"] as? String == "PUT")
            #expect(line["endpoint"] as? String == "uploadMessage")
            #expect(line["bundleId"] as? String == Samples.app)
            #expect(line["environment"] as? String == "sandbox")
            #expect(line["identifier"] as? String == (try Samples.identifier(1).description))
            #expect(line["inFlight"] as? Int == 1)
            #expect((line["bodySha256"] as? String)?.count == 64)
        }
    }

    @Test("A lost answer is logged with its effect")
    func lost() async throws {
        try await withFile { path in
            let bench = try TestBench(faults: ["drop-after-commit@1", "commit-late:2s@2"]) { $0.requestLogPath = path }
            try await bench.testLive { caller in
                for number in 1...2 {
                    await #expect(throws: (any Error).self) { try await caller.upload(number) }
                }
            }
            bench.emulator.flushLog()
            let lines = try lines(path)
            #expect(lines.map { $0["answered"] as? Bool } == [false, false])
            #expect(lines.map { $0["committed"] as? Bool } == [true, false])
            #expect(lines.map { $0["status"] as? Int } == [200, nil])
            #expect(lines.map { $0["commitAt"] as? Int64 } == [nil, (Samples.start + .seconds(2)).microseconds])
        }
    }

    @Test("A token is never written, and no text can break a line")
    func safe() async throws {
        try await withFile { path in
            let bench = try TestBench { $0.requestLogPath = path }
            try await bench.test { caller in
                try await caller.upload(1)
                try await caller.send(.get, "/default/%0A%22/de-DE")
            }
            bench.emulator.flushLog()
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(!text.contains(Caller.token))
            #expect(!text.contains("Bearer"))
            #expect(try lines(path).last?["identifier"] as? String == "\n\"/de-DE")
        }
    }

    @Test("The log is private to its owner and is appended to")
    func file() async throws {
        try await withFile { path in
            for _ in 1...2 {
                let bench = try TestBench { $0.requestLogPath = path }
                try await bench.test { caller in try await caller.upload(1) }
                bench.emulator.flushLog()
            }
            #expect(try lines(path).count == 2)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }
}
