/// Lines of a form for programs, such as JSON or CSV, which has its own rules for escaping.
///
/// `Output` writes it as it is; any other text it makes safe to show.
struct DataText {
    var text: String

    init(_ text: String) { self.text = text }
}
