private import Crypto

/// The page's style, and the policy that permits exactly this style and nothing else.
struct PreviewStyle {
    private let css: String

    /// - Parameter filters: What the page's switches do.
    init(filters: String) { css = Self.sheet + filters }

    /// Written here and of the App Store's codes alone, so there is nothing in it to escape.
    var element: HTML { "<style>\(HTML(stringLiteral: css))</style>" }

    /// What the browser may load: this style, and pictures from beside the page or in it.
    ///
    /// A page that is opened from the disk has no origin, so its neighbours are named by their scheme.
    var policy: String {
        let digest = Base64.text(Array(SHA256.hash(data: Array(css.utf8))))
        return
            "default-src 'none'; style-src 'sha256-\(digest)'; img-src data: 'self' file:; base-uri 'none'; form-action 'none'"
    }

    private static let sheet = String(decoding: PackageResources.preview_css, as: UTF8.self)
}
