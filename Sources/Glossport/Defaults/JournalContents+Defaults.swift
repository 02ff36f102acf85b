package import GlossportChecking
package import GlossportProject

extension JournalContents {
    /// Texts that another journal has uploaded, and that this one has never shown.
    ///
    /// Restored from a backup or an old cache, a journal does not know why customers see another text: a person may have rolled this one back.
    var foreignTexts: Set<ServiceID> {
        Set(records.filter { $0.proof == .adopted && $0.item.origin == .derived }.map(\.item.id))
            .subtracting(defaults.flatMap(\.everSet))
    }

    /// The defaults that a project no longer wants.
    package func withdrawals(by project: Project) -> Withdrawals {
        Withdrawals(defaults, of: records, delivered: delivered, for: project)
    }

    /// The state of the selected defaults that a project wants.
    package func coverage(of selection: Selection, for project: Project) -> Coverage {
        let delivered = named(by: project).delivered
        return Coverage(defaults, of: records, delivered: delivered, reviews: reviews, absences: absences, for: project)
            .part(selection, for: project)
    }
}
