import ArgumentParser

/// How results are written to stdout.
enum OutputForm: String, ExpressibleByArgument, CaseIterable {
    case table, json, jsonl

    /// The form that this call asks for, as far as that can be found before it is parsed: a call that can't be parsed is answered in it, too.
    static let asked = Invocation.current.value(of: "--output", "-o").flatMap(OutputForm.init(rawValue:)) ?? .table
}
