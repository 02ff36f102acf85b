/// Which fonts show a language that a Latin font does not, and how its lines break.
///
/// Chinese, Japanese and Korean share code points whose shapes differ. The language says which are meant, but only to a font that has
/// them all; so the fonts are named, first those of Apple's devices.
enum HanFonts {
    private static let families = [
        ("ja", #""Hiragino Sans","Yu Gothic UI","Noto Sans CJK JP","Noto Sans JP""#),
        ("ko", #""Apple SD Gothic Neo","Malgun Gothic","Noto Sans CJK KR","Noto Sans KR""#),
        ("zh-Hans", #""PingFang SC","Microsoft YaHei UI","Noto Sans CJK SC","Noto Sans SC""#),
        ("zh-Hant", #""PingFang TC","Microsoft JhengHei UI","Noto Sans CJK TC","Noto Sans TC""#),
    ]

    static let css =
        families.map { language, fonts in
            // Not system-ui: on a machine in one of these languages, that is a font with the shapes of its own.
            ":lang(\(language)){font-family:-apple-system,BlinkMacSystemFont,\"Segoe UI\",\"Noto Sans\",\(fonts),sans-serif}"
        }.joined() + ":lang(ko){word-break:keep-all}:lang(ja){line-break:strict}"
}
