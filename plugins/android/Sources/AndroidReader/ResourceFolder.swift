/// The parsed name of a file's folder, such as `values-de-rAT`.
struct ResourceFolder {
    let name: String
    private(set) var locale: String?
    /// Qualifiers other than the locale, such as `night`, which restrict the texts to some devices.
    private(set) var qualifiers: [String] = []
    private(set) var isKnown = true

    /// Parses the name of a file's folder; `nil` if it is not a `values` folder.
    init?(of path: String) {
        guard let folder = path.split(separator: "/").dropLast().last,
            folder == "values" || folder.hasPrefix("values-")
        else { return nil }
        name = String(folder)
        var parts = folder.split(separator: "-", omittingEmptySubsequences: false).dropFirst()
        if let first = parts.first, first.wholeMatch(of: #/mcc[0-9]{3}/#) != nil {
            qualifiers.append(String(parts.removeFirst()))
        }
        if let first = parts.first, first.wholeMatch(of: #/mnc[0-9]{1,3}/#) != nil {
            qualifiers.append(String(parts.removeFirst()))
        }
        if let first = parts.first {
            if first.wholeMatch(of: #/b\+[A-Za-z]{2,3}(\+[A-Za-z0-9]{1,8})*/#) != nil {
                locale = String(parts.removeFirst().dropFirst(2)).replacing("+", with: "-")
            } else if first.wholeMatch(of: #/[A-Za-z]{2,3}/#) != nil, !Self.isQualifier(first) {
                var named = parts.removeFirst().lowercased()
                if let region = parts.first, region.wholeMatch(of: #/r[A-Za-z]{2}/#) != nil {
                    named += "-" + parts.removeFirst().dropFirst().uppercased()
                }
                locale = named
            }
        }
        guard parts.allSatisfy(Self.isQualifier) else {
            (locale, qualifiers, isKnown) = (nil, [], false)
            return
        }
        qualifiers += parts.map(String.init)
    }

    /// Whether a part is a qualifier that may follow the language.
    ///
    /// See https://developer.android.com/guide/topics/resources/providing-resources.
    private static func isQualifier(_ part: Substring) -> Bool {
        [
            #/any|feminine|masculine|neuter|ld(?:ltr|rtl)|s?w[0-9]+dp|h[0-9]+dp|small|normal|large|xlarge|(?:not)?(?:long|round|night)/#,
            #/(?:no)?widecg|highdr|lowdr|port|land|square|car|desk|television|appliance|watch|vrheadset/#,
            #/(?:|[mhl]|xx?x?h|no|tv|any|[0-9]+)dpi|notouch|stylus|finger|keys(?:exposed|hidden|soft)|(?:no|12)keys?|qwerty/#,
            #/nav(?:exposed|hidden)|nonav|dpad|trackball|wheel|[0-9]+x[0-9]+|v[0-9]+/#,
        ].contains { part.wholeMatch(of: $0) != nil }
    }

    static func isLocale(_ text: String) -> Bool {
        text.wholeMatch(of: #/[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*/#) != nil
    }
}
