import GlossportReading
import XMLParsing

/// An inline code: content of the original file that plain text cannot contain.
struct InlineCode {
    /// The kind of loss if the code is removed.
    enum Weight {
        /// It represents text, such as a name, a number or a link target.
        case placeholder
        /// It only formats text, which is kept.
        case formatting
    }

    /// The attributes of a start tag that describe the code.
    struct Tag {
        var element: Element
        var name: String
        var id: String?
        /// The readable form of the code: `equiv-text`, `equiv` or `disp`.
        var equivalent: String?
        var isLineBreak: Bool
        /// The id of the original code, in XLIFF 2.
        var dataReference: String?
        var place: TextCursor.Place

        init(_ element: Element, name: String, _ attributes: XMLAttributes, at place: TextCursor.Place) {
            self.element = element
            self.name = name
            self.place = place
            id = attributes["id"]
            equivalent = attributes["equiv-text"] ?? attributes["equiv"] ?? attributes["disp"]
            dataReference = attributes["dataRef"]
            isLineBreak =
                attributes["ctype"].map { $0 == "lb" || $0 == "x-lb" } ?? false || id == "LINE_BREAK"
                || attributes["subType"] == "xlf:lb"
        }

        /// Returns the characters that the code represents; `nil` for a real code.
        func characters(native: String?) -> String? {
            if isLineBreak { return "\n" }
            guard element == .ph || element == .x || element == .it else { return nil }
            return native.flatMap(CodeCharacters.characters) ?? equivalent.flatMap(CodeCharacters.characters)
        }

        /// Returns a notation that helps users find the code in the file.
        func markup(native: String?) -> String {
            var text = "<\(name)"
            if let id { text += " id=\"\(id)\"" }
            if let equivalent, !equivalent.isEmpty { text += " equiv=\"\(equivalent)\"" }
            let native = native ?? ""
            text += native.isEmpty ? "/>" : ">\(native)</\(name)>"
            return text.shortened
        }
    }

    var weight: Weight
    var markup: String
    var place: TextCursor.Place
}
