import Glossport
import GlossportChecking
import GlossportImporting

/// This machine as a fleet's work sees it: project files here, an import as a process of its own, and events on stdout.
struct WorkSite: FleetSite {
    let folder: FleetFolder
    let log: WorkLog
    /// The arguments of each import besides its project.
    let arguments: [String]

    func look(within limit: Duration) async -> FleetLook { await folder.look(log.time, within: limit) }

    func makeImport(of project: FleetLook.Entry) -> any ProjectImport {
        ImportProcess(
            ["import", "--project=\(project.path)", "--expected-input=\(project.digest)"] + arguments
        )
    }

    func report(_ event: FleetEvent) { log.write(event) }
}
