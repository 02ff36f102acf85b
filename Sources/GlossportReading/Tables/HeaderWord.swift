/// The role of a column.
enum ColumnRole: String, CaseIterable, Sendable {
    case key, message, field, locale, text, source, notes, state
}

/// The words that vendors write above columns which are not languages.
enum HeaderWord {
    /// The role of a column with this header, or `nil` for an unknown word.
    static func role(of header: String) -> ColumnRole? { roles[plain(header)] }

    /// Whether the column contains figures or remarks without use, such as `Max length`.
    static func isNeedless(_ header: String) -> Bool {
        let word = plain(header)
        // The columns of a return package may come back with it.
        return needless.contains(word) || word.hasPrefix("glossport")
    }

    /// Whether at least half of the cells that hold something are what columns are headed with.
    static func areMostlyWords(_ cells: [String]) -> Bool {
        let filled = cells.map(\.trimmingWhitespace).filter { !$0.isEmpty }
        let words = filled.count {
            role(of: $0) != nil || isNeedless($0) || RecordField.name(of: $0) != nil || LocaleName.locale(in: $0) != nil
        }
        return words > 0 && words * 2 >= filled.count
    }

    /// A header in lower case with nothing but letters and digits: `String ID` and `string_id` become `stringid`.
    ///
    /// Of a text that is longer than any word a reader knows, only the beginning: with the wrong delimiter, whole rows of
    /// translations are asked about.
    static func plain(_ header: String) -> String {
        var plain = String.UnicodeScalarView()
        var count = 0
        for scalar in header.unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9":
                plain.append(scalar)
                count += 1
            case "A"..."Z":
                plain.append(Unicode.Scalar(UInt8(ascii: scalar) | 0x20))
                count += 1
            case _ where scalar.isASCII: break
            default:
                for lower in scalar.properties.lowercaseMapping.unicodeScalars
                where lower.properties.isAlphabetic || lower.properties.numericType != nil {
                    plain.append(lower)
                    count += 1
                }
            }
            if count >= longest { break }
        }
        return String(plain)
    }

    /// More letters and digits than any word has, here or among fields, states and remarks.
    private static let longest = 48

    private static let roles: [String: ColumnRole] = {
        let words: [ColumnRole: String] = [
            .key: """
            key keys keyname stringkey stringid stringname id ids identifier resourcekey resourceid resourcename \
            textid translationkey msgid messagekey
            """,
            .message: "message messagename messageid campaign retentionmessage",
            .field: "field fieldname part element",
            .locale: """
            locale localecode language languagecode lang targetlocale targetlanguage targetlang translationlanguage
            """,
            .text: """
            text target targettext targetstring translation translatedtext translatedstring value string content msgstr
            """,
            .source: "source sourcetext sourcestring sourcevalue original originaltext",
            .notes: """
            note notes comment comments description context instruction instructions translatornote translatornotes \
            translatorcomment developernote developercomment developercomments remark remarks
            """,
            .state: "state status translationstate translationstatus approvalstatus reviewstatus",
        ]
        return Dictionary(
            words.flatMap { role, list in list.split(separator: " ").map { (String($0), role) } },
            uniquingKeysWith: { first, _ in first }
        )
    }()

    private static let needless = Set(
        """
        maxlength maxlen maxchars maxcharacters maximumlength limit characterlimit charlimit length charcount \
        charactercount characters wordcount words screenshot screenshots link url tags tag row rownumber lastmodified \
        modified updated updatedat duedate date owner translator reviewer
        """.split(separator: " ").map(String.init)
    )
}
