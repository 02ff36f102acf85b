import CLibrary

/// The functions of libpq that are used here, named as in its manual but without `PQ`.
///
/// libpq is loaded only for a journal on a server: it loads about forty other libraries, including LDAP and Kerberos,
/// which took a third of every command's startup time. The signatures are those of PostgreSQL's manual, chapter
/// "libpq"; they stay the same within version 5 of the library.
struct LibPQ: Sendable {
    typealias Connection = OpaquePointer
    typealias Answer = OpaquePointer
    typealias Text = UnsafePointer<CChar>
    typealias Texts = UnsafePointer<Text?>
    typealias Receiver = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void

    let connectdbParams: @Sendable @convention(c) (Texts, Texts, Int32) -> Connection?
    let finish: @Sendable @convention(c) (Connection) -> Void
    let status: @Sendable @convention(c) (Connection) -> Int32
    let errorMessage: @Sendable @convention(c) (Connection) -> Text?
    let socket: @Sendable @convention(c) (Connection) -> Int32
    let setNoticeReceiver:
        @Sendable @convention(c) (Connection, Receiver, UnsafeMutableRawPointer?) -> UnsafeRawPointer?
    let setnonblocking: @Sendable @convention(c) (Connection, Int32) -> Int32
    let enterPipelineMode: @Sendable @convention(c) (Connection) -> Int32
    let exitPipelineMode: @Sendable @convention(c) (Connection) -> Int32
    let pipelineSync: @Sendable @convention(c) (Connection) -> Int32
    let setSingleRowMode: @Sendable @convention(c) (Connection) -> Int32
    let sendQuery: @Sendable @convention(c) (Connection, Text) -> Int32
    let sendQueryParams:
        @Sendable @convention(c) (
            Connection, Text, Int32, UnsafePointer<UInt32>?, Texts, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
        ) -> Int32
    let flush: @Sendable @convention(c) (Connection) -> Int32
    let consumeInput: @Sendable @convention(c) (Connection) -> Int32
    let isBusy: @Sendable @convention(c) (Connection) -> Int32
    let getResult: @Sendable @convention(c) (Connection) -> Answer?
    let clear: @Sendable @convention(c) (Answer?) -> Void
    let resultStatus: @Sendable @convention(c) (Answer) -> Int32
    let resultErrorField: @Sendable @convention(c) (Answer, Int32) -> Text?
    let cmdTuples: @Sendable @convention(c) (Answer) -> Text?
    let ntuples: @Sendable @convention(c) (Answer) -> Int32
    let nfields: @Sendable @convention(c) (Answer) -> Int32
    let getisnull: @Sendable @convention(c) (Answer, Int32, Int32) -> Int32
    let getlength: @Sendable @convention(c) (Answer, Int32, Int32) -> Int32
    let getvalue: @Sendable @convention(c) (Answer, Int32, Int32) -> Text?
    let conninfoParse:
        @Sendable @convention(c) (Text, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> UnsafeRawPointer?
    let conninfoFree: @Sendable @convention(c) (UnsafeRawPointer) -> Void
    let freemem: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Void

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

    /// - Throws: ``PostgresFailure/missingLibrary`` if this machine has no libpq, or one older than PostgreSQL 14's.
    static func loaded() throws(PostgresFailure) -> LibPQ { try library.get() }

    private static let library = Result { () throws(PostgresFailure) in try LibPQ() }

    private init() throws(PostgresFailure) {
        let names = Platform.fileNames(ofLibrary: "libpq", versions: [5])
        // Never closed: the library stays loaded until the process ends.
        guard let file = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
            throw PostgresFailure.missingLibrary
        }
        func function<Function>(_ name: String) throws(PostgresFailure) -> Function {
            guard let symbol = dlsym(file, "PQ" + name) else { throw PostgresFailure.missingLibrary }
            return unsafeBitCast(symbol, to: Function.self)
        }
        connectdbParams = try function("connectdbParams")
        finish = try function("finish")
        status = try function("status")
        errorMessage = try function("errorMessage")
        socket = try function("socket")
        setNoticeReceiver = try function("setNoticeReceiver")
        setnonblocking = try function("setnonblocking")
        enterPipelineMode = try function("enterPipelineMode")
        exitPipelineMode = try function("exitPipelineMode")
        pipelineSync = try function("pipelineSync")
        setSingleRowMode = try function("setSingleRowMode")
        sendQuery = try function("sendQuery")
        sendQueryParams = try function("sendQueryParams")
        flush = try function("flush")
        consumeInput = try function("consumeInput")
        isBusy = try function("isBusy")
        getResult = try function("getResult")
        clear = try function("clear")
        resultStatus = try function("resultStatus")
        resultErrorField = try function("resultErrorField")
        cmdTuples = try function("cmdTuples")
        ntuples = try function("ntuples")
        nfields = try function("nfields")
        getisnull = try function("getisnull")
        getlength = try function("getlength")
        getvalue = try function("getvalue")
        conninfoParse = try function("conninfoParse")
        conninfoFree = try function("conninfoFree")
        freemem = try function("freemem")
    }
}
