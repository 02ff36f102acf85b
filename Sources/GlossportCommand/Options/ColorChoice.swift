import ArgumentParser

/// When colours are used.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// The choice of a call: the flag beats its variable, and both beat those that all programs share.
    ///
    /// Looked up, not parsed: a call that can't be parsed is answered in colours, too.
    static func asked(in call: Invocation) -> ColorChoice {
        if let choice = call.value(of: "--color").flatMap(ColorChoice.init(rawValue:)) { return choice }
        func isSet(_ name: String) -> Bool { call.environment[name].map { !$0.isEmpty } ?? false }
        if isSet("NO_COLOR") { return .never }
        return isSet("CLICOLOR_FORCE") && call.environment["CLICOLOR_FORCE"] != "0" ? .always : .auto
    }
}
