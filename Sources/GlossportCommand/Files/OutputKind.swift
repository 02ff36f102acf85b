import GlossportChecking
import GlossportImporting

/// A kind of file that commands write, and recognise again by its beginning.
enum OutputKind {
    case preview
    case report(ReportKind)
    case savedPlan
    case requestLog
    /// The summary of a step at GitHub, to which all commands of the step add.
    case stepSummary

    /// With its article, as a sentence needs it.
    var name: String {
        switch self {
        case .preview: "a preview"
        case .report(let kind): "a report of the kind \(kind.rawValue)"
        case .savedPlan: "a saved plan"
        case .requestLog: "a log of requests"
        case .stepSummary: "a summary"
        }
    }

    /// The flag that names another file.
    var flag: String {
        switch self {
        case .preview, .savedPlan: "--out"
        case .report: "--report"
        case .requestLog: "--log"
        case .stepSummary: "GITHUB_STEP_SUMMARY"
        }
    }

    /// Whether a file that begins so is an earlier output of this kind.
    func hasWritten(_ head: [UInt8]) -> Bool {
        switch self {
        case .preview: head.starts(with: PreviewPage.signature.utf8)
        case .report(let kind): kind.hasWritten(head)
        case .savedPlan: SavedPlan.hasWritten(head)
        case .requestLog: RequestLog.hasWritten(head)
        case .stepSummary: true
        }
    }
}
