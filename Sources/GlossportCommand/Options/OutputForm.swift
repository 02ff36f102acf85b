import ArgumentParser
private import Foundation

/// How results are written to stdout.
enum OutputForm: String, ExpressibleByArgument, CaseIterable {
    case table, json, jsonl

    /// What this call asks for, as far as that can be told before it is parsed: a call that can't be parsed is answered in it too.
    static let asked = asked(
        in: Array(CommandLine.arguments.dropFirst()),
        environment: ProcessInfo.processInfo.environment
    )

    /// The form that `--output` or its variable names; the table, where neither names a form.
    ///
    /// - Parameters:
    ///   - arguments: What was typed.
    ///   - environment: The variables.
    /// - Returns: The last one that was typed; a flag beats the variable.
    static func asked(in arguments: [String], environment: [String: String]) -> OutputForm {
        let typed = arguments.prefix { $0 != "--" }
        var named = environment["GLOSSPORT_OUTPUT"]
        for (index, argument) in typed.enumerated() {
            if argument == "--output" || argument == "-o" {
                named = index + 1 < typed.endIndex ? typed[index + 1] : nil
            } else if let prefix = ["--output=", "-o="].first(where: argument.hasPrefix) {
                named = String(argument.dropFirst(prefix.count))
            }
        }
        return named.flatMap(OutputForm.init(rawValue:)) ?? .table
    }
}
