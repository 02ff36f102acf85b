import GRDB
import GlossportImporting

// Their numbers are rows' keys; which table a number belongs to, the compiler knows.
extension RunID: DatabaseValueConvertible {}
extension AttemptID: DatabaseValueConvertible {}
// Its word, as the journal has always held it.
extension RunCommand: DatabaseValueConvertible {}
