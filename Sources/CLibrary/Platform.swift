/// The differences between operating systems; besides this file, only the Swift files `CLibrary.swift` and
/// `LanguageGuessing.swift` contain platform conditions.
///
/// `Scripts/portable` enforces this, and type-checks the Apple branch on Linux.
package enum Platform {
    // MARK: Limits

    /// A resource limit of this process.
    package enum Limit { case coreDump, memory, openFiles, processorTime }

    #if canImport(Darwin)
        // `memory` is missing because macOS does not enforce it.
        private static let limits: [Limit: Int32] = [
            .coreDump: RLIMIT_CORE, .openFiles: RLIMIT_NOFILE, .processorTime: RLIMIT_CPU,
        ]
    #elseif canImport(Musl)
        private static let limits: [Limit: Int32] = [
            .coreDump: RLIMIT_CORE, .memory: RLIMIT_AS, .openFiles: RLIMIT_NOFILE, .processorTime: RLIMIT_CPU,
        ]
    #else
        private static let limits = [
            Limit.coreDump: RLIMIT_CORE, .memory: RLIMIT_AS, .openFiles: RLIMIT_NOFILE, .processorTime: RLIMIT_CPU,
        ].mapValues { __rlimit_resource_t($0.rawValue) }
    #endif

    /// Returns the soft and hard values of a limit; `nil` if the system does not enforce it.
    package static func value(of limit: Limit) -> rlimit? {
        var value = rlimit()
        guard let kind = limits[limit], getrlimit(kind, &value) == 0 else { return nil }
        return value
    }

    /// Sets a limit for this process and its children; returns whether the system accepted it.
    @discardableResult
    package static func set(_ limit: Limit, to value: rlimit) -> Bool {
        guard let kind = limits[limit] else { return false }
        return withUnsafePointer(to: value) { setrlimit(kind, $0) == 0 }
    }

    // MARK: Processes

    /// The processor time in seconds and the peak memory in bytes that this process has used.
    package static var usage: (seconds: Double, peakBytes: Int) {
        var usage = rusage()
        #if canImport(Darwin)
            let unit = 1
        #else
            let unit = 1_024
        #endif
        #if canImport(Darwin) || canImport(Musl)
            getrusage(RUSAGE_SELF, &usage)
        #else
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #endif
        let seconds = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
        return (seconds[0] + seconds[1], Int(usage.ru_maxrss) * unit)
    }

    /// Ignores a signal so that only a dispatch source handles it; on Linux, the source does this itself.
    package static func leaveToSource(_ number: Int32) {
        #if canImport(Darwin)
            signal(number, SIG_IGN)
        #endif
    }

    /// The search path for a plugin's interpreter.
    package static var programFolders: String {
        #if canImport(Darwin)
            // Homebrew's folder comes first, because macOS's /usr/bin/python3 only offers to install Xcode's tools.
            "/opt/homebrew/bin:/usr/local/bin:/usr/bin:/bin"
        #else
            "/usr/bin:/bin"
        #endif
    }

    /// The groups whose members can become root anyway.
    package static var administrators: Set<gid_t> {
        #if canImport(Darwin)
            [0, 80]
        #else
            [0]
        #endif
    }

    // MARK: Files

    /// The modification time of a file.
    package static func lastWritten(_ status: stat) -> timespec {
        #if canImport(Darwin)
            status.st_mtimespec
        #else
            status.st_mtim
        #endif
    }

    /// The time of the last change of a file's contents or metadata, which programs cannot set.
    package static func lastChanged(_ status: stat) -> timespec {
        #if canImport(Darwin)
            status.st_ctimespec
        #else
            status.st_ctim
        #endif
    }

    /// The folders that list a process's own descriptors by number, with a trailing slash.
    package static var descriptorFolders: [String] {
        #if canImport(Darwin)
            ["/dev/fd/"]
        #else
            ["/dev/fd/", "/proc/self/fd/"]
        #endif
    }

    /// Returns the file names under which a shared library is loaded.
    ///
    /// On Apple platforms, the names are absolute: a bare name is also searched for in the current folder, which
    /// another user may control.
    ///
    /// - Parameters:
    ///   - name: The library, such as `libpq`.
    ///   - formula: The name of Homebrew's formula, if it differs.
    ///   - versions: The compatible interface versions.
    /// - Returns: The names in order of preference.
    package static func fileNames(ofLibrary name: String, in formula: String? = nil, versions: [Int]) -> [String] {
        #if canImport(Darwin)
            ["/opt/homebrew", "/usr/local"].map { "\($0)/opt/\(formula ?? name)/lib/\(name).dylib" }
        #else
            versions.map { "\(name).so.\($0)" }
        #endif
    }

    // MARK: Sockets

    /// The type of a stream socket.
    package static var streamSocket: Int32 {
        #if canImport(Darwin) || canImport(Musl)
            SOCK_STREAM
        #else
            Int32(SOCK_STREAM.rawValue)
        #endif
    }

    /// The flags that make `send` report a closed connection as an error instead of a signal; see also ``silence(_:)``.
    package static var sendFlags: Int32 {
        #if canImport(Darwin)
            0
        #else
            Int32(MSG_NOSIGNAL)
        #endif
    }

    /// Makes a closed connection an error instead of a signal on systems that have a socket option for it.
    package static func silence(_ socket: Int32) {
        #if canImport(Darwin)
            var yes: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }
}

// MARK: /proc

extension Platform {
    #if canImport(Darwin)
        /// An identifier of the current boot; `nil` if the system does not provide one.
        package static var bootID: String? { nil }

        /// Returns the start time of a running process, in ticks since boot; `nil` if it has exited or the system does
        /// not provide it.
        package static func startTicks(of pid: pid_t) -> Int64? { nil }

        /// Returns the number of a process's threads; 0 if the system does not provide it.
        package static func threads(of pid: pid_t) -> Int { 0 }

        /// The resident memory of this process in bytes; 0 if the system does not provide it.
        package static var residentBytes: Int { 0 }

        /// Whether an open file is in a memory file system; `false` if this is unknown.
        package static func isInMemory(_ descriptor: Int32) -> Bool { false }
    #else
        /// An identifier of the current boot; `nil` if the system does not provide one.
        package static var bootID: String? { lines(of: "/proc/sys/kernel/random/boot_id").first }

        /// Returns the start time of a running process, in ticks since boot; `nil` if it has exited, even if it is
        /// still a zombie.
        package static func startTicks(of pid: pid_t) -> Int64? {
            // The format is `17 (name) S 1 …`; the name may contain any character, so the fields start after the last
            // parenthesis.
            let text = lines(of: "/proc/\(pid)/stat").joined(separator: "\n")
            guard let bracket = text.lastIndex(of: ")") else { return nil }
            let fields = text[text.index(after: bracket)...].split(separator: " ")
            guard fields.count > 19, !["Z", "X", "x"].contains(fields[0]) else { return nil }
            return Int64(fields[19])
        }

        /// Returns the number of a process's threads; 0 if the system does not provide it.
        ///
        /// Each thread is a subfolder, so it adds one to the link count of `task`.
        package static func threads(of pid: pid_t) -> Int {
            var status = stat()
            return stat("/proc/\(pid)/task", &status) == 0 ? max(0, Int(status.st_nlink) - 2) : 0
        }

        /// The resident memory of this process in bytes; 0 if the system does not provide it.
        package static var residentBytes: Int {
            let pages = lines(of: "/proc/self/statm").first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            return (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE))
        }

        /// Whether an open file is in a memory file system, such as a mounted cluster secret; `false` if this is
        /// unknown.
        package static func isInMemory(_ descriptor: Int32) -> Bool {
            let label = "mnt_id:"
            guard let line = lines(of: "/proc/self/fdinfo/\(descriptor)").first(where: { $0.hasPrefix(label) }),
                let mount = line.dropFirst(label.count).split(whereSeparator: \.isWhitespace).first
            else { return false }
            // `36 35 98:0 / /run/secrets ro,noatime shared:1 - tmpfs tmpfs rw`
            guard
                let fields = lines(of: "/proc/self/mountinfo").map({ $0.split(separator: " ") })
                    .first(where: { $0.first == mount }),
                let separator = fields.firstIndex(of: "-"), separator + 1 < fields.endIndex
            else { return false }
            return ["tmpfs", "ramfs"].contains(fields[separator + 1])
        }

        /// Returns the lines of a kernel file; empty if the file does not exist.
        private static func lines(of path: String) -> [String] {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return [] }
            defer { close(file) }
            var bytes: [UInt8] = []
            while true {
                let chunk = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
                    count = max(0, read(file, buffer.baseAddress, buffer.count))
                }
                if chunk.isEmpty { break }
                bytes += chunk
            }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    #endif
}
