private import CLibrary
import GlossportChecking
import GlossportReading

/// How a plugin is started: a fork of this program takes away from itself what a plugin is not to have, and then becomes the plugin.
package struct PluginLaunch {
    let arguments: [String]
    /// All that a plugin learns of the user's environment: nothing.
    let environment = [
        "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/nonexistent", "TMPDIR=/nonexistent", "GLOSSPORT_PROTOCOL=1",
    ]

    /// - Parameters:
    ///   - plugin: The plugin to run.
    ///   - subcommand: `describe` or `read`.
    ///   - cpu: The most processor time.
    ///   - protocolNumber: The version of the protocol that is asked for.
    init(
        _ plugin: PluginFile,
        _ subcommand: String,
        cpu: Duration,
        protocolNumber: Int = FormatDescription.protocolNumber
    ) {
        let reader = plugin.reader
        var flags = [reader.sandbox == .strict ? "--strict" : "--limits"]
        for path in plugin.readable { flags += ["--read", path] }
        for grant in reader.grants {
            if grant == "processes" { flags.append("--processes") }
            if grant.hasPrefix("runtime:") { flags += ["--read", String(grant.dropFirst("runtime:".count))] }
        }
        flags += ["--memory", String(reader.memory), "--cpu", String(max(1, cpu.components.seconds))]
        flags += ["--parent", String(getpid()), "--"]
        arguments = flags + plugin.command + [subcommand, "--protocol", String(protocolNumber)]
    }

    /// A program in the strictest sandbox, for trying that out.
    init(command: [String]) {
        let limits = ["--memory", String(256 << 20), "--cpu", "10", "--parent", String(getpid())]
        arguments = ["--strict"] + limits + ["--"] + command
    }
}
