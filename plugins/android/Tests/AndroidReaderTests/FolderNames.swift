/// Folder names, with the locale that Android reads from them, and whether Android supports them.
enum FolderNames {
    static let all: [(String, String?, Bool)] =
        [
            ("values-de", "de"), ("values-DE", "de"), ("values-de-rAT", "de-AT"), ("values-de-rat", "de-AT"),
            ("values-fil", "fil"), ("values-iw", "iw"), ("values-in", "in"), ("values-ji", "ji"),
            ("values-zh-rTW", "zh-TW"), ("values-b+sr+Latn", "sr-Latn"), ("values-b+es+419", "es-419"),
            ("values-b+zh+Hant+TW", "zh-Hant-TW"), ("values-b+de+1996", "de-1996"), ("values-night", nil),
            ("values-sw600dp", nil), ("values-land", nil), ("values-v21", nil), ("values-car", nil),
            ("values-any", nil), ("values-ldrtl", nil), ("values-mcc310", nil), ("values", nil),
            ("values-de-rAT-night", "de-AT"), ("values-de-ldrtl-v21", "de"),
            ("values-b+sr+Latn+RS-night", "sr-Latn-RS"), ("values-mcc310-mnc004-en-rUS", "en-US"),
            (
                "values-de-w600dp-h300dp-xlarge-long-round-widecg-highdr-port-desk-notnight-xxhdpi-stylus-keyssoft-12key-navhidden-dpad",
                "de"
            ),
            ("values-de-1280x720-v8", "de"),
        ].map { ($0.0, $0.1, true) }
        + ["de-AT", "de_AT", "sr-rLatn", "es-r419", "port-de", "b", "german"].map { ("values-\($0)", nil, false) }
}
