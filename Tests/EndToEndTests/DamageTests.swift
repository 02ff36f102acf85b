import Foundation
import Testing

/// Large parts of the live messages are deleted or replaced only if the user states the number.
@Suite("Limits for unconfirmed changes")
struct DamageTests {
    private static let campaign = Campaign(messages: 2, locales: 12)

    private func imported(
        _ extra: String = "",
        environment: String = "sandbox",
        _ body: (_ project: TestProject, _ call: (String...) async throws -> Glossport) async throws -> Void
    ) async throws -> Service {
        let project = try TestProject("deliveries: [{ path: vendor/ }]\n\(extra)")
        try project.add(Self.campaign)
        return try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            func call(_ arguments: String...) async throws -> Glossport {
                try await Glossport.run(
                    arguments,
                    in: project,
                    environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint, "GLOSSPORT_ENVIRONMENT": environment]
                )
            }
            let first = try await call("import", "--yes")
            #expect(first.exitCode == 0, "\(first.output)")
            try await body(project, call)
        }
        .service
    }

    @Test("Even with --yes, prune deletes a whole message only if the number is stated")
    func wholeMessage() async throws {
        let service = try await imported { project, call in
            try project.add(Campaign(messages: 1, locales: 12))
            let proposal = try await call("prune")
            #expect(proposal.exitCode == 0, "\(proposal.output)")
            #expect(proposal.stdout.contains("prune --yes --deletions 12` does it."), "\(proposal.stdout)")
            let refused = try await call("prune", "--yes")
            #expect(refused.exitCode == 2, "\(refused.output)")
            #expect(refused.stderr.contains("delete 12 messages of the 24 that the service holds"), "\(refused.stderr)")
            #expect(refused.stderr.contains("the deliveries no longer contain anything of campaign-2"))
            #expect(refused.stderr.contains("--deletions 12"))
            let pruned = try await call("prune", "--yes", "--deletions", "12")
            #expect(pruned.exitCode == 0, "\(pruned.output)")
        }
        #expect(service.messages.count == 12)
    }

    @Test("An import replaces a large share of the defaults only if their number is stated")
    func replacements() async throws {
        let extra = "messages: { campaign-1: { defaultFor: [annual] } }"
        let service = try await imported(extra, environment: "production") { project, call in
            try project.write(Self.campaign.csv.replacing(",1 ✦ ", with: ",Starry 1 ✦ "), to: "vendor/campaign.csv")
            let refused = try await call("import", "--yes")
            #expect(refused.exitCode == 2, "\(refused.output)")
            #expect(refused.stderr.contains("replace 12 of the 12 defaults that customers see"), "\(refused.stderr)")
            #expect(refused.stderr.contains("--replacements 12"))
            let stated = try await call("import", "--yes", "--replacements", "12")
            #expect(stated.exitCode == 0, "\(stated.output)")
        }
        #expect(service.messages.count == 24)
    }
}
