private import CLibrary
private import Foundation
package import GlossportChecking
import GlossportReading

/// Tells whether a plugin does what the protocol asks of it, by its fixtures and by what can be made of them.
package struct PluginKit: Sendable {
    /// The result of a check.
    package struct Verdict: Sendable {
        package var check: PluginCheck
        /// A sentence for each violation.
        package var violations: [String] = []
        /// Why it could not be checked, as a sentence.
        package var skipped: String?
        /// The measured figure.
        package var figure: String?
    }

    /// The plugin to check.
    package let path: String
    private let trial: Result<PluginTrial, Failure>
    private let fixtures: [PluginFixture]
    /// The subject of the checks; `nil` without a plain fixture.
    private let subject: PluginSubject?

    private struct Failure: Error { var text: String }

    /// Describes the plugin, and reads its fixtures.
    ///
    /// - Parameters:
    ///   - path: The executable.
    ///   - folder: The fixtures' folder; `fixtures/` beside the executable if not given.
    ///   - sandbox: How it is confined.
    ///   - grants: The permissions beyond the sandbox.
    ///   - leavesSandbox: Whether it is run without the sandbox, too, to compare.
    /// - Throws: ``GlossportError`` if there is no such program, or fixtures can't be read.
    package init(
        _ path: String,
        fixtures folder: String? = nil,
        sandbox: ListedReader.Sandbox = .strict,
        grants: [String] = [],
        leavesSandbox: Bool = false
    ) throws {
        let name = String(path.split(separator: "/").last ?? "")
        let id = PluginFile.id(inName: name) ?? name
        var reader = ListedReader(id: id, command: [path.contains("/") ? path : "./" + path])
        reader.sandbox = sandbox
        reader.grants = grants
        // An author may work in a folder that every user can write to.
        let file = try PluginFile(reader, search: .init([]), isChecked: false)
        self.path = file.path
        let host = PluginHost(search: .init([]))
        guard FormatDescription.isID(id), name != id else {
            (trial, fixtures, subject) = (
                .failure(Failure(text: "Its name should be \(PluginFile.prefix)ID, but is \(name).")), [], nil
            )
            return
        }
        let description: FormatDescription
        do { description = try host.description(of: file, isFresh: true) } catch {
            let text = (error as? GlossportError)?.message ?? "\(error)"
            (trial, fixtures, subject) = (.failure(Failure(text: text)), [], nil)
            return
        }
        let trial = PluginTrial(file: file, description: description)
        let fixtures = try PluginFixture.all(
            in: folder ?? file.folder + "/fixtures",
            fileExtension: description.extensions.first ?? ""
        )
        self.trial = .success(trial)
        self.fixtures = fixtures
        subject = fixtures.first { $0.name == "plain" }.map {
            PluginSubject(trial, plain: $0, among: fixtures, leavesSandbox: leavesSandbox)
        }
    }

    /// Records a plugin's output for each fixture without an expectation.
    ///
    /// - Returns: The files written, for review.
    /// - Throws: Errors of the disk; ``GlossportError`` if the plugin fails on one.
    package func record() throws -> [String] {
        guard case .success(let trial) = trial else { return [] }
        return try fixtures.filter { $0.expected == nil }.map { fixture in
            let outcome = trial.run(fixture.request, fixture.bytes)
            if let failure = outcome.failure {
                throw GlossportError(
                    .plugin,
                    "On the fixture \(fixture.name): \(failure)",
                    remedy: "Fix the plugin first."
                )
            }
            try Data(outcome.output).write(to: URL(fileURLWithPath: fixture.expectedPath), options: .withoutOverwriting)
            return fixture.expectedPath
        }
    }

    /// Does one check.
    package func verdict(on check: PluginCheck) -> Verdict {
        var verdict = Verdict(check: check)
        switch trial {
        case .failure(let failure):
            if check == .describe {
                verdict.violations = [failure.text]
            } else {
                verdict.skipped = "It has no description."
            }
        case .success(let trial):
            if check == .describe { return verdict }
            if check == .unknownProtocol {
                verdict.violations = unknownProtocol(trial)
            } else if let subject {
                subject.check(&verdict)
            } else if check == .golden {
                verdict.violations = ["There is no fixture “plain”."]
            } else {
                verdict.skipped = "There is no fixture “plain”."
            }
        }
        return verdict
    }

    private func unknownProtocol(_ trial: PluginTrial) -> [String] {
        let launch = PluginLaunch(trial.file, "describe", cpu: .seconds(10), protocolNumber: 999)
        let time = Duration.seconds(10)
        guard var process = try? PluginProcess(launch, patience: .init(whole: time, idle: time)),
            let ending = try? process.finish({ _ in })
        else { return ["It did not end within 10 s."] }
        return ending == .exit(2) ? [] : ["Asked for version 999, it did not exit with 2."]
    }
}
