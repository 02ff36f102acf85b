import ArgumentParser
import Glossport
import GlossportProject

/// Whether to probe the sandbox, and where to write the answers.
struct ProbeOptions: ParsableArguments {
    @Flag(help: "Ask the sandbox what Apple does not document, with messages that are deleted again.")
    var probe = false

    @Flag(help: "Also spend an hour's quota for the real-time URL, to see what a 429 contains.")
    var probeQuota = false

    @Option(
        help: ArgumentHelp(
            "Folder for probe.json and probe.md; earlier ones are replaced (default: here).",
            valueName: "folder"
        ),
        completion: .directory
    )
    var out = "."

    /// The two output files, checked before any request.
    func files(in folder: ProjectFolder) throws -> (document: OutputFile, page: OutputFile) {
        let start = out == "." ? "" : out.hasSuffix("/") ? out : out + "/"
        return (
            try OutputFile(start + "probe.json", .probe, in: folder),
            try OutputFile(start + "probe.md", .probePage, in: folder)
        )
    }
}

extension OutputKind {
    /// The JSON document of a probe.
    fileprivate static let probe = OutputKind(name: "the result of a probe", flag: "--out") {
        $0.starts(with: "{\n  \"answers\" : [".utf8)
    }

    fileprivate static let probePage = OutputKind(name: "the result of a probe", flag: "--out") {
        $0.starts(with: ProbeReport.pageTitle.utf8)
    }
}
