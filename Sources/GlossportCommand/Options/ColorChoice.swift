import ArgumentParser

/// When colours are used.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// What a call asks for: the flag beats its variable, and both beat those that all programs share.
    ///
    /// Looked up, not parsed: what can't be parsed is told in colours, too.
    ///
    /// - Parameters:
    ///   - arguments: What was typed.
    ///   - environment: The variables.
    /// - Returns: Whether there are colours, or that it depends on who reads them.
    static func asked(in arguments: [String], environment: [String: String]) -> ColorChoice {
        let typed = arguments.prefix { $0 != "--" }
        var named = environment["GLOSSPORT_COLOR"]
        for (index, argument) in typed.enumerated() {
            if argument == "--color" {
                named = index + 1 < typed.endIndex ? typed[index + 1] : nil
            } else if argument.hasPrefix("--color=") {
                named = String(argument.dropFirst("--color=".count))
            }
        }
        if let choice = named.flatMap(ColorChoice.init(rawValue:)) { return choice }
        func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
        if isSet("NO_COLOR") { return .never }
        return isSet("CLICOLOR_FORCE") && environment["CLICOLOR_FORCE"] != "0" ? .always : .auto
    }
}
