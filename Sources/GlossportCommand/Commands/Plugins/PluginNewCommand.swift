import ArgumentParser
private import Foundation
import GlossportReading
import PluginHost

struct PluginNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a working plugin with fixtures as a starting point.",
        discussion: """
            The plugin reads a made-up format, `key = text` on each line, and passes every check; change it until it reads yours. \
            In Swift it is a package that uses Glossport's own reader interface; set the path of your Glossport checkout in it.

            EXAMPLES
              glossport plugin new --language python ini
              glossport plugin check ini/glossport-reader-ini
            """
    )

    enum Language: String, ExpressibleByArgument, CaseIterable {
        case python, node, swift

        var template: [UInt8] {
            switch self {
            case .python: PackageResources.python_template
            case .node: PackageResources.node_template
            case .swift: PackageResources.swift_template
            }
        }
    }

    @Option(name: .shortAndLong, help: ArgumentHelp("Programming language of the plugin.", valueName: "name"))
    var language: Language = .python

    @Argument(help: ArgumentHelp("Id of the format; also the name of the new folder.", valueName: "id"))
    var id: String

    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Plugin: Encodable {
        var id, language, folder: String
        var files: [String]
    }

    func run() throws {
        guard FormatDescription.isID(id) else {
            throw GlossportError(
                .invalidOption,
                "“\(id)” is not a valid id of a format.",
                remedy: "Use lower-case letters, digits and hyphens, beginning with a letter."
            )
        }
        guard !Readers.builtIn.contains(where: { $0.id == id }) else {
            throw GlossportError(.invalidOption, "The reader “\(id)” is built in.", remedy: "Use another id.")
        }
        guard !FileManager.default.fileExists(atPath: id) else {
            throw GlossportError(
                .invalidOption,
                "\(id) is there already.",
                remedy: "Use another id, or another folder."
            )
        }
        let files = TemplateFile.all(in: language.template + PackageResources.fixtures_template, id: id)
        do {
            for file in files {
                let url = URL(fileURLWithPath: "\(id)/\(file.path)")
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(file.bytes).write(to: url)
                let permissions = file.isExecutable ? 0o755 : 0o644
                try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
            }
        } catch {
            throw OutputFile.unwritable(id)
        }
        let program = PluginFile.prefix + id
        let build = "`cd \(id) && swift build -c release && cp .build/release/\(program) .`, then "
        let next = (language == .swift ? build : "") + "`glossport plugin check \(id)/\(program)`"
        try output.show(
            "glossport.plugin-new/1",
            Plugin(id: id, language: language.rawValue, folder: id, files: files.map(\.path)),
            lines: [
                "Wrote \(id)/.", "Next: \(next).",
                "Once it passes: `glossport plugin trust` with its path, in your project's folder.",
            ]
        )
    }
}

/// One file of a template.
///
/// A template is a single text in which a line `=== path` or `=== path executable` precedes each file.
struct TemplateFile {
    var path: String
    var isExecutable: Bool
    var bytes: [UInt8]

    /// Splits a template into files, and replaces `@ID@` with the format's id.
    static func all(in template: [UInt8], id: String) -> [TemplateFile] {
        var files: [TemplateFile] = []
        for line in template.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.starts(with: "=== ".utf8) {
                let words = String(decoding: named(line, id), as: UTF8.self).split(separator: " ")
                files.append(TemplateFile(path: String(words[1]), isExecutable: words.count > 2, bytes: []))
            } else if !files.isEmpty {
                files[files.count - 1].bytes += named(line, id) + [0x0A]
            }
        }
        // The line feed before a `===` line belongs to that line.
        return files.map { file in
            var file = file
            file.bytes.removeLast(min(1, file.bytes.count))
            return file
        }
    }

    /// Replaces bytes, because a fixture may contain invalid UTF-8.
    private static func named(_ line: ArraySlice<UInt8>, _ id: String) -> [UInt8] {
        Array(line).replacing(Array("@ID@".utf8), with: Array(id.utf8))
    }
}
