/// A command that may look at a stranger's files: it talks to no service, opens no journal, writes no file, reads no key and starts no
/// other program.
///
/// Each such command says so itself; all others are refused in untrusted mode, also those that are yet to come.
protocol UntrustedCommand {}
