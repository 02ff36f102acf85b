import GlossportReading

extension Advice {
    /// The sentences with the options and subcommands of this command.
    var words: String { worded(\.words) }
}

extension Means {
    /// How it is done with this command, to stand within a sentence.
    fileprivate var words: String {
        switch self {
        case .journalPath: "--journal PATH"
        case .allowOutside: "--allow-outside"
        case .sharedKey: "--allow-shared-key"
        case .asLocale: "--as-locale"
        case .minimumState: "--min-state"
        case .startProject: "`glossport init`"
        case .importing: "`glossport import`"
        case .savePlan: "`glossport plan --out FILE`"
        case .settle: "`glossport settle`"
        case .prune: "`glossport prune`"
        case .deleteShown: "--force"
        case .checkJournal: "`glossport journal check`"
        case .rebuildJournal: "`glossport journal rebuild`"
        case .migratingJournal: "`glossport fleet migrate`"
        case .forget(let id): "`glossport journal forget \(id) --all`"
        case .trustReader(let id): "`glossport plugin trust \(id)`"
        case .checkReader(let path): "`glossport plugin check \(path)`"
        case .startReader: "`glossport plugin new`"
        case .waitForLock: "--wait-for-lock 10m"
        case .listOptions(let id): "`glossport readers \(id)`"
        case .lookAtMachine: "`glossport doctor`"
        }
    }
}
