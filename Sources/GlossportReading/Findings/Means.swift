/// Something that a person does with the program around the core, and that the core can name only in general.
///
/// The command calls them by its options and subcommands; another program would have buttons for them. Like ``GlossportError/Code`` they
/// are all listed here, so that a program that forgets one does not compile.
package enum Means: Sendable, Hashable, CustomStringConvertible {
    /// Choosing another file for the journal.
    case journalPath
    /// Letting the project file name what lies outside of its folder.
    case allowOutside
    /// Taking a private key from a file that others can read.
    case sharedKey
    /// Saying which locale all files of this run are in.
    case asLocale
    /// Saying from which state on a translation is good enough; the state follows.
    case minimumState
    /// Having a first project file written.
    case startProject
    /// Uploading what is missing.
    case importing
    /// Saving a plan to a file.
    case savePlan
    /// Having reviews asked for and defaults set.
    case settle
    /// Looking for what nothing needs any more.
    case prune
    /// Deleting even what customers see.
    case deleteShown
    /// Having everything named that does not fit in a journal.
    case checkJournal
    /// Filling a new journal from the service.
    case rebuildJournal
    /// Making a shared journal, or bringing it up to date.
    case migratingJournal
    /// Clearing all that a journal remembers of one id.
    case forget(String)
    /// Writing down that a reader which is a program of its own may run.
    case trustReader(String)
    /// Trying whether a program keeps to the readers' protocol, by its path.
    case checkReader(String)
    /// Having a first version of such a program written.
    case startReader
    /// Waiting until another run has let a journal go.
    case waitForLock
    /// Having the options of a reader listed.
    case listOptions(String)
    /// Having this machine looked at.
    case lookAtMachine

    /// A general phrase, for logs and for programs that have no words of their own.
    package var description: String {
        switch self {
        case .journalPath: "another path"
        case .allowOutside: "permission for paths outside"
        case .sharedKey: "consent to a shared key"
        case .asLocale: "a locale for all files"
        case .minimumState: "the minimum state"
        case .startProject: "the template"
        case .importing: "an import"
        case .savePlan: "saving a plan"
        case .settle: "settling"
        case .prune: "pruning"
        case .deleteShown: "consent"
        case .checkJournal: "a check of the journal"
        case .rebuildJournal: "a rebuild of the journal"
        case .migratingJournal: "a migration of the journal"
        case .forget(let id): "forgetting \(id)"
        case .trustReader(let id): "trust in \(id)"
        case .checkReader(let path): "a check of \(path)"
        case .startReader: "the template of a plugin"
        case .waitForLock: "a longer patience"
        case .listOptions(let id): "the page of \(id)"
        case .lookAtMachine: "a look at this machine"
        }
    }
}
