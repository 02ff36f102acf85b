import Foundation
import Testing

#if os(Linux)
    @Suite("Memory", .bounded)
    struct MemoryTests {
        @Test("Ten times the file takes no more memory", arguments: ["csv", "strings", "xliff"])
        func flat(format: String) async throws {
            let project = try TestProject()
            let sizes = [3, 30]
            for size in sizes { try Self.write(format, megabytes: size, to: project.file("big-\(size).\(format)")) }
            var peaks: [Int] = []
            for size in sizes {
                let call = try Glossport.start(
                    ["read", "--quiet", "big-\(size).\(format)", "--locale", "de-DE"],
                    in: project
                )
                let watch = Task { await Self.peak(of: call.process.identifier) }
                let result = try await call.result()
                watch.cancel()
                #expect(result.exitCode == 0, "\(result.output)")
                peaks.append(await watch.value)
            }
            // What a process takes without any file is some 30 MB; a file that is held would add its own size at least.
            #expect(peaks[0] > 0)
            #expect(peaks[1] - peaks[0] < 8_000, "kB at \(sizes) MB: \(peaks)")
        }

        /// The most memory that the kernel has seen a process hold, in kB, looked at until it is gone.
        private static func peak(of process: pid_t) async -> Int {
            var peak = 0
            while !Task.isCancelled,
                let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            {
                let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
                peak = max(peak, line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0)
                try? await Task.sleep(for: .milliseconds(5))
            }
            return peak
        }

        /// One pattern of units over and over, with keys of their own, written in pieces.
        private static func write(_ format: String, megabytes: Int, to path: String) throws {
            let (head, foot, unit): (String, String, (Int) -> String) =
                switch format {
                case "csv": ("key,text\n", "", { "app.\($0),\"Sterne, Planeten und Nordlichter über dir\"\n" })
                case "strings": ("", "", { "/* A note */\n\"app.\($0)\" = \"Sterne, Planeten und Nordlichter\";\n" })
                default:
                    (
                        """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
                        <file original="a" source-language="en" target-language="de" datatype="plaintext"><body>

                        """,
                        "</body></file></xliff>\n",
                        {
                            "<trans-unit id=\"app.\($0)\"><source>Stars, planets and aurora above you</source>"
                                + "<target>Sterne, Planeten und Nordlichter über dir</target></trans-unit>\n"
                        }
                    )
                }
            try Data(head.utf8).write(to: URL(fileURLWithPath: path))
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            defer { try? file.close() }
            try file.seekToEnd()
            var (number, written) = (0, 0)
            while written < megabytes * 1_000_000 {
                var piece = ""
                for _ in 0..<4_096 {
                    number += 1
                    piece += unit(number)
                }
                try file.write(contentsOf: Data(piece.utf8))
                written += piece.utf8.count
            }
            try file.write(contentsOf: Data(foot.utf8))
        }
    }
#endif
