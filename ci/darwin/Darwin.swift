// The module `Darwin` for Scripts/portable: Apple's C declarations, and those that Swift's overlay adds to them.
@_exported import CDarwin

public var errno: Int32 {
    get { __error().pointee }
    set { __error().pointee = newValue }
}

public typealias sig_t = @convention(c) (Int32) -> Void
public var SIG_IGN: sig_t { unsafeBitCast(1, to: sig_t.self) }

public var S_IFMT: mode_t { 0o170000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
