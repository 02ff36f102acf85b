import CLibrary

/// The functions of libpq that are used here, named as in its manual but without `PQ`.
///
/// libpq is loaded only for a journal on a server: it loads about forty other libraries, including LDAP and Kerberos,
/// which took a third of every command's startup time. The signatures are those of PostgreSQL's manual, chapter
/// "libpq"; they stay the same within version 5 of the library.
enum LibPQ {
    typealias Connection = OpaquePointer
    typealias Answer = OpaquePointer
    typealias Text = UnsafePointer<CChar>
    typealias Texts = UnsafePointer<Text?>
    typealias Receiver = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void

    static let connectdbParams: @Sendable @convention(c) (Texts, Texts, Int32) -> Connection? = named("connectdbParams")
    static let finish: @Sendable @convention(c) (Connection) -> Void = named("finish")
    static let status: @Sendable @convention(c) (Connection) -> Int32 = named("status")
    static let errorMessage: @Sendable @convention(c) (Connection) -> Text? = named("errorMessage")
    static let socket: @Sendable @convention(c) (Connection) -> Int32 = named("socket")
    static let setNoticeReceiver:
        @Sendable @convention(c) (Connection, Receiver, UnsafeMutableRawPointer?) -> UnsafeRawPointer? =
            named("setNoticeReceiver")
    static let setnonblocking: @Sendable @convention(c) (Connection, Int32) -> Int32 = named("setnonblocking")
    static let enterPipelineMode: @Sendable @convention(c) (Connection) -> Int32 = named("enterPipelineMode")
    static let exitPipelineMode: @Sendable @convention(c) (Connection) -> Int32 = named("exitPipelineMode")
    static let pipelineSync: @Sendable @convention(c) (Connection) -> Int32 = named("pipelineSync")
    static let setSingleRowMode: @Sendable @convention(c) (Connection) -> Int32 = named("setSingleRowMode")
    static let sendQuery: @Sendable @convention(c) (Connection, Text) -> Int32 = named("sendQuery")
    static let sendQueryParams:
        @Sendable @convention(c) (
            Connection, Text, Int32, UnsafePointer<UInt32>?, Texts, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
        ) -> Int32 = named("sendQueryParams")
    static let flush: @Sendable @convention(c) (Connection) -> Int32 = named("flush")
    static let consumeInput: @Sendable @convention(c) (Connection) -> Int32 = named("consumeInput")
    static let isBusy: @Sendable @convention(c) (Connection) -> Int32 = named("isBusy")
    static let getResult: @Sendable @convention(c) (Connection) -> Answer? = named("getResult")
    static let clear: @Sendable @convention(c) (Answer?) -> Void = named("clear")
    static let resultStatus: @Sendable @convention(c) (Answer) -> Int32 = named("resultStatus")
    static let resultErrorField: @Sendable @convention(c) (Answer, Int32) -> Text? = named("resultErrorField")
    static let cmdTuples: @Sendable @convention(c) (Answer) -> Text? = named("cmdTuples")
    static let ntuples: @Sendable @convention(c) (Answer) -> Int32 = named("ntuples")
    static let nfields: @Sendable @convention(c) (Answer) -> Int32 = named("nfields")
    static let getisnull: @Sendable @convention(c) (Answer, Int32, Int32) -> Int32 = named("getisnull")
    static let getlength: @Sendable @convention(c) (Answer, Int32, Int32) -> Int32 = named("getlength")
    static let getvalue: @Sendable @convention(c) (Answer, Int32, Int32) -> Text? = named("getvalue")
    static let conninfoParse:
        @Sendable @convention(c) (Text, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> UnsafeRawPointer? =
            named("conninfoParse")
    static let conninfoFree: @Sendable @convention(c) (UnsafeRawPointer) -> Void = named("conninfoFree")
    static let freemem: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void = named("freemem")

    /// `PQconninfoOption`; a list ends with an element whose keyword is null.
    struct Option {
        let keyword, variable, compiled, value, label, display: Text?
        let width: Int32
    }

    /// `CONNECTION_OK`.
    static let connected: Int32 = 0

    /// The values of `ExecStatusType` that are used here.
    enum Status {
        static let emptyQuery: Int32 = 0
        static let commandDone: Int32 = 1
        static let rows: Int32 = 2
        static let oneRow: Int32 = 9
        static let pipelineAborted: Int32 = 11
    }

    /// Loads the library; required before any of its functions is called.
    ///
    /// - Throws: ``PostgresFailure/missingLibrary`` if this machine has no libpq, or one older than PostgreSQL 14's,
    ///   which has no pipelines.
    static func load() throws(PostgresFailure) {
        guard let library, dlsym(library, "PQenterPipelineMode") != nil else { throw .missingLibrary }
    }

    /// Never closed: the library stays loaded until the process ends.
    nonisolated(unsafe) private static let library = Platform.fileNames(ofLibrary: "libpq", versions: [5]).lazy
        .compactMap { dlopen($0, RTLD_NOW) }.first

    private static func named<Function>(_ name: String) -> Function {
        guard let library, let address = dlsym(library, "PQ" + name) else {
            preconditionFailure("`load` comes before the first call.")
        }
        return unsafeBitCast(address, to: Function.self)
    }
}
