import Foundation
import Testing

#if os(Linux)
    @Suite("Memory")
    struct MemoryTests {
        @Test("In a streamed format, a file ten times as large needs no more memory", arguments: ["csv", "xliff"])
        func flat(format: String) throws {
            let project = try TestProject()
            let sizes = [3, 30]
            for size in sizes { try Self.write(format, megabytes: size, to: project.file("big-\(size).\(format)")) }
            let peaks = try sizes.map { try Self.peak(reading: project.file("big-\($0).\(format)")) }
            // A process without a file needs about 30 MB; a file kept in memory would add at least its own size.
            #expect(peaks[0] > 0)
            #expect(peaks[1] - peaks[0] < 8_000, "kB at \(sizes) MB: \(peaks)")
        }

        /// Returns the peak memory of reading a file, in kB, which the kernel reports to the parent process.
        ///
        /// The parent is Python because Foundation's `Process` does not expose this value, and polling `/proc` is too
        /// slow for a file that is read in milliseconds.
        private static func peak(reading file: String) throws -> Int {
            let script = """
                import resource, subprocess, sys
                subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
                """
            let python = Process()
            python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            let read = [Executable.glossport.path, "read", "--quiet", file, "--as-locale", "de-DE"]
            python.arguments = ["python3", "-c", script] + read
            // The command refuses unknown variables, such as GLOSSPORT_PROGRAMS of these tests.
            python.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
            let output = Pipe()
            python.standardOutput = output
            try python.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            python.waitUntilExit()
            try #require(python.terminationStatus == 0)
            return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        }

        /// Writes a file that repeats one unit with different keys, piece by piece.
        private static func write(_ format: String, megabytes: Int, to path: String) throws {
            let (head, foot, unit): (String, String, (Int) -> String) =
                switch format {
                case "csv": ("key,text\n", "", { "app.\($0),\"Sterne, Planeten und Nordlichter über dir\"\n" })
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
