import Foundation
import Testing

/// The whole life of a message: import, review, default, replacement and rollback.
@Suite("The life of a message")
struct LifeTests {
    @Test("A message is reviewed, set in all locales together, replaced without a gap and rolled back")
    func life() async throws {
        let project = try TestProject.keep()
        _ = try await Emulator.with(in: project, "--approve-after", "never") { emulator in
            func call(_ arguments: String...) async throws -> Glossport {
                try await Glossport.run(
                    arguments,
                    in: project,
                    environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
                )
            }
            func sees(_ locale: String) async throws -> String {
                try await call("simulate", "--product", TestProject.product, "--locale", locale).stdout
            }

            let imported = try await call("import")
            #expect(imported.exitCode == 9, "\(imported.output)")
            #expect(imported.stdout.contains("Apple reviews 2 messages"))
            #expect(try await call("coverage").exitCode == 9)
            #expect(try await sees("de-DE").contains("The journal does not know what customers see"))

            try await emulator.perform("approve", in: project)
            let settled = try await call("settle", "--output", "json")
            #expect(settled.exitCode == 0, "\(settled.output)")
            #expect(try settled.json()["set"]?.elements.count == 2)
            let coverage = try await call("coverage")
            #expect(coverage.exitCode == 0)
            #expect(coverage.stdout.contains("2 set."))

            try project.writeKeep(german: "Bleib noch")
            let changed = try await call("import", "--output", "json")
            #expect(changed.exitCode == 9)
            #expect(try changed.json()["done"]?.int == 1)
            #expect(try await sees("de-DE").contains("Bleib bei uns"))
            #expect(try await call("coverage").stdout.contains("old"))

            try await emulator.perform("approve", in: project)
            #expect(try await call("settle").exitCode == 0)
            #expect(try await sees("de-DE").contains("Bleib noch"))
            #expect(try await sees("fr-FR").contains("Restez avec nous"))

            // French had no default before, so only German has one to restore.
            let back = try await call("defaults", "rollback", "--product", TestProject.product, "--locale", "de-DE")
            #expect(back.exitCode == 0, "\(back.output)")
            #expect(try await sees("de-DE").contains("Bleib bei uns"))
            #expect(try await sees("fr-FR").contains("Restez avec nous"))
            // A rollback lasts until the next import; until then no command reports that everything is done.
            let rolledBack = try await call("settle", "--output", "json")
            #expect(rolledBack.exitCode == 9, "\(rolledBack.output)")
            #expect(try rolledBack.json()["rolledBack"]?.elements.count == 1)
            #expect(try await call("coverage").stdout.contains("1 rolled-back"))
            #expect(try await sees("de-DE").contains("Bleib bei uns"))
            // A held default also survives an import; a released one does not.
            #expect(try await call("defaults", "hold", "--locale", "de-DE").stdout.contains("1 default held"))
            #expect(try await sees("de-DE").contains("This default is held"))
            let held = try await call("import")
            #expect(held.exitCode == 0 && held.stdout.contains("1 default is held"), "\(held.output)")
            #expect(try await sees("de-DE").contains("Bleib bei uns"))
            #expect(try await call("defaults", "release").exitCode == 0)
            #expect(try await call("import").exitCode == 0)
            #expect(try await sees("de-DE").contains("Bleib noch"))
            #expect(try await call("defaults", "rollback", "--locale", "de-DE").exitCode == 0)

            let ids = try await call("ids", "--output", "json").json()
            let german = try #require(ids["messages"]?.elements.first { $0["locale"]?.string == "de-DE" })
            let explained = try await call("explain", try #require(german["previous"]?.string))
            #expect(explained.stdout.contains("vendor/keep.csv:2:"))
            #expect(explained.stdout.contains("default for     \(TestProject.product) in de-DE"))
        }
    }

    @Test(
        "Images are replaced and deleted with their messages, and their IDs are never reused"
    )
    func imagesAndPrune() async throws {
        let project = try TestProject(
            """
            deliveries: [{ path: vendor/ }]
            messages: { keep: { image: "images/{message}/{locale}.png", defaultFor: [\(TestProject.product)] } }
            """
        )
        func write(_ german: String, _ image: String) throws {
            try project.write(
                "key,de-DE,fr-FR\nkeep.header,\(german),Restez\nkeep.body,Text,Texte\nkeep.altText,Nacht,Nuit\n",
                to: "vendor/keep.csv"
            )
            try FileManager.default.createDirectory(
                atPath: project.file("images/keep"),
                withIntermediateDirectories: true
            )
            for (name, path) in [(image, "images/keep/de-DE.png"), ("misnamed.png", "images/keep.png")] {
                try? FileManager.default.removeItem(atPath: project.file(path))
                try FileManager.default.copyItem(
                    atPath: Repository.file("samples/broken-images/images/\(name)"),
                    toPath: project.file(path)
                )
            }
        }
        try write("Bleib", "copied/de-DE.png")
        _ = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            func call(_ arguments: String...) async throws -> Glossport {
                try await Glossport.run(
                    arguments,
                    in: project,
                    environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
                )
            }
            func listed(_ kind: String) async throws -> [JSONValue] {
                try await call(kind, "list", "--output", "json").json().elements
            }
            let first = try await call("import")
            #expect(first.exitCode == 0 && first.stdout.contains("2 messages and 2 images"), "\(first.output)")
            #expect(try await call("prune").stdout.contains("Nothing to delete"))
            let seen = try await call("simulate", "--product", TestProject.product, "--locale", "fr-FR").stdout
            #expect(seen.contains("  [images/keep.png: Nuit]\n  Restez\n  Texte\n"), "\(seen)")

            try write("Bleib noch", "misnamed/de.png")
            #expect(try await call("import").exitCode == 0)
            #expect(try await listed("messages").count == 3)
            #expect(try await listed("images").count == 3)
            let inUse = try #require(
                try await listed("images").first {
                    $0["record"]?["item"]?["image"]?["path"]?.string == "images/keep.png"
                }
            )
            let refused = try await call("images", "delete", "--yes", try #require(inUse["id"]?.string))
            #expect(refused.exitCode == 2 && refused.stderr.contains("shows the image"), "\(refused.output)")

            let proposal = try await call("prune", "--output", "json").json()
            #expect(
                proposal["candidates"]?.elements.compactMap { $0["item"]?["kind"]?.string } == ["message", "image"]
            )
            #expect(try await listed("messages").count == 3)
            let pruned = try await call("prune", "--yes")
            #expect(pruned.exitCode == 0 && pruned.stdout.contains("2 items deleted"), "\(pruned.output)")
            #expect(try await listed("messages").count == 2)
            #expect(try await listed("images").count == 2)
            #expect(try await call("coverage").stdout.contains("2 set."))

            // The old text and image return under new IDs because the old IDs were deleted.
            try write("Bleib", "copied/de-DE.png")
            let again = try await call("import")
            #expect(again.exitCode == 0 && again.stdout.contains("done           2"), "\(again.output)")
            #expect(try await call("journal", "check").exitCode == 0)
        }
    }
}
