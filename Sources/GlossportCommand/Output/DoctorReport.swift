import Glossport
import GlossportProject
import GlossportReading

/// The output of `doctor`; the JSON is stable.
struct DoctorReport: CommandReport {
    private var schema = "glossport.doctor/1"
    private var app: String
    private var environment: ServiceEnvironment
    private var checks: [Diagnosis.Check]
    private var budgets: [Diagnosis.Budget]

    init(_ diagnosis: Diagnosis) {
        (app, environment) = (diagnosis.destination.app, diagnosis.destination.environment)
        (checks, budgets) = (diagnosis.checks, diagnosis.budgets)
    }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        var found = Table([])
        for check in checks {
            let mark = check.verdict == .fine ? "ok" : check.verdict == .problem ? "PROBLEM" : "?"
            found.add([mark, check.subject.rawValue, check.text])
            if let remedy = check.remedy { found.add(["", "", remedy]) }
        }
        let lines = ["\(app) in \(environment.rawValue)"] + found.lines(indentedBy: 2, on: terminal)
        guard !budgets.isEmpty else { return lines }
        var table = Table(["ENDPOINT", "SPENT THIS HOUR", "ALLOWANCE", "LEFT", ""], rightAligned: [1, 2, 3])
        for budget in budgets {
            table.add([
                budget.endpoint.rawValue, Plural.grouped(budget.spent), Plural.grouped(budget.allowance),
                Plural.grouped(budget.left), budget.pausedUntil.map { "paused until \($0.rfc3339)" } ?? "",
            ])
        }
        return lines + [""] + table.lines(indentedBy: 2, on: terminal)
    }
}
