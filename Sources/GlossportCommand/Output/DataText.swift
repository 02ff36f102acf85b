/// Lines of a form for programs, such as JSON or CSV, which has rules of its own about what may stand in it.
///
/// `Output` writes it as it is; any other text it makes safe to show.
struct DataText {
    var text: String

    init(_ text: String) { self.text = text }
}
