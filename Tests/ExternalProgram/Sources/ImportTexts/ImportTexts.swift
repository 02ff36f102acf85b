import CSVReader
import Foundation
import Glossport
import GlossportReading
import RetentionMessagingClient
import SQLiteJournal
import TextsReader
import XLIFFReader

/// Imports a project's deliveries into the sandbox: `ImportTexts PROJECT-FILE PRIVATE-KEY-FILE [ENDPOINT]`.
@main
struct ImportTexts {
    static func main() async {
        do { exit(try await run(Array(CommandLine.arguments.dropFirst())).rawValue) } catch {
            print(error)
            exit(ExitStatus(of: error).rawValue)
        }
    }

    private static func run(_ arguments: [String]) async throws -> ExitStatus {
        // Two formats that are part of Glossport, and one by a third party.
        let formats = FormatRegistry([XLIFFReader.format, CSVReader.format, TextsReader.format])
        let check = try CheckDeliveries(projectFile: arguments[0], registry: formats)
        let session = Session(
            check.project,
            in: .sandbox,
            journal: .sqlite(at: "journal.sqlite"),
            service: try .retentionMessaging(
                for: check.project,
                in: .sandbox,
                privateKey: try String(contentsOfFile: arguments[1], encoding: .utf8),
                endpoint: arguments.dropFirst(2).first
            ),
            conversation: Unattended(),
            progress: Log()
        )
        do {
            let outcome = try await ImportMessages(try check.run()).run(in: session)
            print("\(outcome.uploaded) uploaded, \(outcome.alreadyThere) already there")
            for failure in outcome.failures { print(failure) }
            return outcome.status
        } catch let refused as RefusedDeliveries {
            for finding in refused.findings { print("\(finding.severity): \(finding.text)") }
            return .findings
        }
    }
}

/// Declines every question because no user is present.
struct Unattended: Conversation {
    let agreesInAdvance = false
    func confirm(_ question: Question) throws { throw Declined(question) }
}

struct Log: Glossport.Progress {
    func report(_ event: any ProgressEvent) { FileHandle.standardError.write(Data("\(event)\n".utf8)) }
}
