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
        let found = checks.flatMap { check -> [[String]] in
            let mark = check.verdict == .fine ? "ok" : check.verdict == .problem ? "PROBLEM" : "?"
            return [[mark, check.subject.rawValue, check.text]] + (check.remedy.map { [["", "", $0]] } ?? [])
        }
        let lines = ["\(app) in \(environment.rawValue)"] + Table([], found).lines(indentedBy: 2, on: terminal)
        guard !budgets.isEmpty else { return lines }
        let rows = budgets.map { budget in
            [budget.endpoint.rawValue] + [budget.spent, budget.allowance, budget.left].map(Plural.grouped)
                + [budget.pausedUntil.map { "paused until \($0.rfc3339)" } ?? ""]
        }
        let headings = ["ENDPOINT", "SPENT THIS HOUR", "ALLOWANCE", "LEFT", ""]
        return lines + [""] + Table(headings, rightAligned: [1, 2, 3], rows).lines(indentedBy: 2, on: terminal)
    }
}
