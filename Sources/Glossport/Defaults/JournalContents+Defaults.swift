package import GlossportChecking
package import GlossportProject

extension JournalContents {
    /// Texts that another journal uploaded and that this journal has never set as defaults.
    ///
    /// A journal restored from a backup or an old cache may lack the reason why customers see another text. For
    /// example, a user may have rolled back the text that is listed here.
    var foreignTexts: Set<ServiceID> {
        Set(records.filter { $0.proof == .adopted && $0.item.origin == .derived }.map(\.item.id))
            .subtracting(defaults.flatMap(\.everSet))
    }

    package func withdrawals(by project: Project) -> Withdrawals {
        Withdrawals(defaults, of: records, delivered: delivered, for: project)
    }

    package func coverage(of selection: Selection, for project: Project) -> Coverage {
        let delivered = named(by: project).delivered
        return Coverage(defaults, of: records, delivered: delivered, reviews: reviews, absences: absences, for: project)
            .part(selection, for: project)
    }
}
