import Foundation

extension TestProject {
    /// Waits until a call in the project has written a text to stderr.
    func waitForOutput(_ text: String) async throws {
        for _ in 0..<3_000 {
            let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".err") }
            if try names.contains(where: { try self.text($0).contains(text) }) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw Emulator.Failure(text: "No call wrote “\(text)”.")
    }

    /// Waits until a file with this ending is in a folder of the project.
    func whenThere(_ ending: String, in folder: String) async throws {
        for _ in 0..<3_000 {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: file(folder))) ?? []
            if names.contains(where: { $0.hasSuffix(ending) }) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw Emulator.Failure(text: "No file *\(ending) appeared.")
    }
}
