import GlossportReading

/// The servers of an address and the environment, in libpq's order of precedence: address, service, variables.
struct ServerList {
    /// The servers in the address itself.
    private let named: [String]
    /// All known servers, without those in service files.
    private let hosts: [String]
    /// The IP address (`hostaddr`) that libpq uses instead of looking up the names.
    private let address: String?
    /// An entry of a service file, which may name any server.
    private let service: String?
    private let settings: [String: String]

    init(_ settings: [String: String], environment: [String: String]) {
        func value(_ keyword: String, _ variable: String) -> String? {
            [settings[keyword], environment[variable]].lazy.compactMap(\.self).first { !$0.isEmpty }
        }
        func list(_ text: String?) -> [String] { (text ?? "").split(separator: ",").map(String.init) }
        self.settings = settings
        named = list(settings["host"])
        hosts = named.isEmpty ? list(environment["PGHOST"]) : named
        address = value("hostaddr", "PGHOSTADDR")
        service = value("service", "PGSERVICE")
    }

    /// Whether all servers are certainly this machine.
    var areLocal: Bool {
        address == nil && service == nil
            && hosts.allSatisfy { $0.hasPrefix("/") || ["localhost", "127.0.0.1", "::1"].contains($0) }
    }

    /// The address to show, without a password.
    var name: String {
        let user = settings["user"].map { $0 + "@" } ?? ""
        // Several ports are left out; the names are sufficient.
        let port = settings["port"].flatMap { $0.contains(",") ? nil : ":" + $0 } ?? ""
        let isOfService = named.isEmpty && service != nil
        let servers = isOfService ? "" : hosts.isEmpty ? address ?? "localhost" : hosts.joined(separator: ",")
        let end = isOfService ? "?service=\(service ?? "")" : ""
        return "postgres://\(user)\(servers)\(port)/\(settings["dbname"] ?? "")\(end)"
    }

    /// Checks that no password of the user's is sent to a server that the user has not named.
    ///
    /// - Throws: ``GlossportError`` with code `invalidProject` if the address names such a server, and there is a
    ///   password that libpq sends to any server.
    func requireNamed(in file: PasswordFile, environment: [String: String]) throws(GlossportError) {
        let own = Set((environment["PGHOST"] ?? "").split(separator: ",").map(String.init)).union(file.hosts)
        guard let untrusted = named.first(where: { !own.contains($0) }) else { return }
        let source: String? =
            if environment["PGPASSWORD"]?.isEmpty == false { "PGPASSWORD" } else if service != nil {
                "the service file"
            } else { file.isForAnyHost ? "the password file" : nil }
        guard let source else { return }
        throw GlossportError(
            .invalidProject,
            "Only the project file names the journal's server \(untrusted); the password from \(source) is not sent there.",
            remedy: """
                If the server is yours, set PGHOST=\(untrusted), name the journal with --journal PATH, or add the server to ~/.pgpass.
                """
        )
    }
}
