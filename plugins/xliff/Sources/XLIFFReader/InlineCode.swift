import GlossportReading
import XMLParsing

/// A code inside a text: something of the original file that plain text has no room for.
struct InlineCode {
    /// The loss without the code.
    enum Weight {
        /// It stands for text: a name, a number, a link target.
        case placeholder
        /// It surrounds text with formatting; the text stays.
        case formatting
    }

    /// A start tag's attributes that say what the code is.
    struct Tag {
        var element: Element
        var name: String
        var id: String?
        /// The code as readers see it: `equiv-text`, `equiv` or `disp`.
        var equivalent: String?
        /// Whether it says that it is a line break.
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

        /// The characters that the code stands for, if it is a character.
        ///
        /// - Parameter native: The original file's text in this place, if known.
        /// - Returns: The characters, or `nil` for a real code.
        func characters(native: String?) -> String? {
            if isLineBreak { return "\n" }
            guard element == .ph || element == .x || element == .it else { return nil }
            return native.flatMap(CodeCharacters.characters) ?? equivalent.flatMap(CodeCharacters.characters)
        }

        /// How a person finds the code in the file.
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
