import Foundation
import Testing

/// The limits for untrusted deliveries, pictures and project files.
@Suite("Hostile files")
struct HostileFileTests {
    @Test("A project file reads no outside or hidden files unless the user allows it")
    func outside() async throws {
        let project = try TestProject()
        try project.write("key,locale,text\nkeep.header,CANARY,x\n", to: ".git/config.csv")
        try project.write("key,locale,text\nkeep.header,CANARY,x\n", to: "elsewhere/a.csv")
        try FileManager.default.createSymbolicLink(
            atPath: project.file("app/linked.csv").replacingOccurrences(of: "/app/linked", with: "/linked"),
            withDestinationPath: ".git/config.csv"
        )
        for path in ["../elsewhere/a.csv", "../.git/config.csv", "/etc/hostname"] {
            try project.write("app: a.b\ndeliveries: [{ path: \(path) }]\n", to: "app/glossport.yaml")
            let call = try await Glossport.run("validate", "--project", "app/glossport.yaml", in: project)
            #expect(call.exitCode == 2, "\(path): \(call.output)")
            #expect(!call.output.contains("CANARY"))
            #expect(call.stderr.contains("app/glossport.yaml:2:14: error: "), "\(call.stderr)")
        }
        for path in [".git/config.csv", "linked.csv"] {
            try project.write("app: a.b\ndeliveries: [{ path: \(path) }]\n", to: "glossport.yaml")
            let call = try await Glossport.run("validate", in: project)
            #expect(call.exitCode == 2, "\(path): \(call.output)")
            #expect(!call.output.contains("CANARY"))
            let allowed = try await Glossport.run("validate", "--allow-outside", in: project)
            #expect(allowed.output.contains("CANARY"))
            // A path on the command line is the user's choice.
            #expect(try await Glossport.run("validate", path, in: project).output.contains("CANARY"))
        }
        try project.write(
            "app: a.b\nenvironment: sandbox\njournal: ../made/by/stranger.sqlite\n",
            to: "app/glossport.yaml"
        )
        #expect(try await Glossport.run("status", "--project", "app/glossport.yaml", in: project).exitCode == 2)
        #expect(!project.exists("made"))
    }

    @Test("A symbolic link in place of the journal's lock is not followed")
    func lock() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.small)
        try project.write("precious", to: "victim")
        #expect(
            try await Glossport.run("import", "--endpoint", "http://127.0.0.1:9", "--max-wait", "0s", in: project)
                .exitCode == 6
        )
        let names = try FileManager.default.contentsOfDirectory(atPath: project.file(".glossport"))
        let lock = project.file(".glossport/") + (try #require(names.first { $0.hasSuffix(".lock") }))
        try FileManager.default.removeItem(atPath: lock)
        try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: project.file("victim"))
        let call = try await Glossport.run("import", "--endpoint", "http://127.0.0.1:9", in: project)
        #expect(call.exitCode == 1)
        #expect(call.stderr.contains("the existing file is a symbolic link, which glossport never creates"))
        #expect(try project.text("victim") == "precious")
    }

    @Test("An empty delivery is an error, and no live message is changed")
    func empty() async throws {
        let project = try TestProject("deliveries: [{ path: vendor }]")
        try project.write("key,locale,text\n", to: "vendor/a.csv")
        for command in ["validate", "import", "prune"] {
            let call = try await Glossport.run(command, "--endpoint", "http://127.0.0.1:9", in: project)
            #expect(call.exitCode == (command == "validate" ? 2 : 4), "\(command): \(call.output)")
        }
    }

    @Test("A message that the project names but no delivery contains is an error")
    func lostMessage() async throws {
        let project = try TestProject("deliveries: [{ path: a.csv }]\nmessages: { keep: , back: }")
        try project.write("key,locale,text\nkeep.header,ja,a\nkeep.body,ja,b\n", to: "a.csv")
        let call = try await Glossport.run("validate", in: project)
        #expect(call.exitCode == 4)
        #expect(call.stdout.contains("[message-not-delivered · back ·"), "\(call.output)")
    }

    #if os(Linux)
        @Test("A malicious picture does not exhaust memory", arguments: ["length", "zTXt", "iTXt", "iCCP"])
        func picture(trick: String) throws {
            let project = try TestProject("deliveries: [{ path: a.csv }]\nmessages: { keep: { image: i.png } }")
            try project.write("key,locale,text\nkeep.header,ja,a\nkeep.body,ja,b\nkeep.altText,ja,c\n", to: "a.csv")
            let script = """
                import resource, struct, subprocess, sys, zlib
                c = lambda n, d: struct.pack('>I', len(d)) + n + d + struct.pack('>I', zlib.crc32(n + d))
                head = b'\\x89PNG\\r\\n\\x1a\\n' + c(b'IHDR', struct.pack('>IIBBBBB', 3840, 160, 8, 2, 0, 0, 0))
                bomb = zlib.compress(b'x' * (7 << 20), 9)
                chunks = {
                    'length': struct.pack('>I', 2**31 - 1) + b'tEXtx',
                    'zTXt': c(b'zTXt', b'k\\0\\0' + bomb) * 100,
                    'iTXt': c(b'iTXt', b'k\\0\\1\\0\\0\\0' + bomb) * 100,
                    'iCCP': c(b'iCCP', b'k\\0\\0' + bomb),
                }
                pixels = c(b'IDAT', zlib.compress((b'\\0' + b'\\7' * 11520) * 160)) + c(b'IEND', b'')
                open('i.png', 'wb').write(head + chunks[sys.argv[1]] + pixels)
                subprocess.run([sys.argv[2], 'validate'], stdout=subprocess.DEVNULL)
                print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
                """
            let python = Process()
            python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            python.arguments = ["python3", "-c", script, trick, Executable.glossport.path]
            python.currentDirectoryURL = URL(fileURLWithPath: project.path)
            let output = Pipe()
            python.standardOutput = output
            try python.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            python.waitUntilExit()
            let peak = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
            // About 45 MB without a picture; the hundred text chunks would unpack to more than 700 MB.
            #expect(peak < 150_000, "kB")
        }
    #endif
}
