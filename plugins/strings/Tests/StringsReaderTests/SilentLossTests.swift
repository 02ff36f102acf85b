import GlossportReading
import StringsReader
import Testing

/// Files that Foundation silently reads only in part, or rejects completely because of one pair.
@Suite("Silent losses in Apple's tools")
struct SilentLossTests {
    @Test("After two semicolons every pair is still read, and the second semicolon is reported")
    func twoSemicolons() throws {
        let reading = try Reading(#""a"="b";; "c"="d";"#)
        #expect(reading.pairs == ["a=b", "c=d"])
        #expect(reading.errors == ["strings-extra-semicolon"])
        #expect(reading.places == ["1:9"])
    }

    @Test("Junk between two pairs is skipped and reported, and the next pair is read")
    func junk() throws {
        let reading = try Reading(#""a"="b"; @junk "c"="d";"#)
        #expect(reading.pairs == ["a=b", "c=d"])
        #expect(reading.errors == ["strings-stray-text"])
        #expect(reading.places == ["1:10"])
        #expect(reading.findings.first?.text.contains("“@”") == true)
    }

    @Test("An unmatched closing brace is reported, and the next pair is read")
    func brace() throws {
        let reading = try Reading("\"a\"=\"b\";\n}\n\"c\"=\"d\";")
        #expect(reading.pairs == ["a=b", "c=d"])
        #expect(reading.errors == ["strings-stray-text"])
        #expect(reading.places == ["2:1"])
    }

    @Test("A byte order mark in the middle is reported, and the pairs after it are read")
    func byteOrderMark() throws {
        let reading = try Reading("\u{FEFF}\"a\"=\"b\";\n\u{FEFF}\"c\"=\"d\";\n")
        #expect(reading.pairs == ["a=b", "c=d"])
        #expect(reading.errors == ["strings-stray-byte-order-mark"])
        #expect(reading.places == ["2:1"])
        #expect(reading.units.last?.location.column == 6)
    }

    @Test("An unterminated comment is reported at its start")
    func comment() throws {
        let reading = try Reading("\"a\"=\"b\";\n /* note\n\"c\"=\"d\";\n")
        #expect(reading.pairs == ["a=b"])
        #expect(reading.errors == ["strings-unterminated-comment"])
        #expect(reading.places == ["2:2"])
    }

    @Test("A comment that extends to the end of the next one is reported, because it hides a pair")
    func swallowed() throws {
        let reading = try Reading("/* one \n\"a\"=\"b\";\n/* two */\n\"c\"=\"d\";\n")
        #expect(reading.pairs == ["c=d"])
        #expect(reading.rules == ["strings-swallowed-by-comment"])
        #expect(reading.places == ["1:1"])
    }

    @Test("Commented-out pairs are not read and cause no finding")
    func commentedOut() throws {
        let reading = try Reading("/* \"a\" = \"b\"; */\n// \"c\" = \"d\"; /* e */\n\"f\" = \"g\";")
        #expect(reading.pairs == ["f=g"])
        #expect(reading.findings == [])
    }

    @Test("A missing semicolon drops its pair but not the file")
    func missingSemicolon() throws {
        let reading = try Reading("\"a\" = \"1\";\n\"b\" = \"2\"\n\"c\" = \"3\";\n")
        #expect(reading.pairs == ["a=1", "c=3"])
        #expect(reading.errors == ["strings-missing-semicolon"])
        #expect(reading.places == ["2:10"])
        #expect(reading.findings.first?.text.contains("“b”") == true)
    }

    @Test("A quotation mark inside a text drops its pair but not the file")
    func quotationMark() throws {
        let reading = try Reading("\"a\" = \"say \"hello\" now\";\n\"b\" = \"2\";\n")
        #expect(reading.pairs == ["b=2"])
        #expect(reading.errors == ["strings-missing-semicolon"])
        #expect(reading.places == ["1:13"])
    }

    @Test("The last pair needs its semicolon, too")
    func lastSemicolon() throws {
        let reading = try Reading("\"a\" = \"1\";\n\"b\" = \"2\"\n")
        #expect(reading.pairs == ["a=1"])
        #expect(reading.errors == ["strings-truncated-pair"])
        #expect(reading.places == ["2:10"])
    }
}

@Suite("Recovery after invalid text")
struct RecoveryTests {
    @Test(
        "One defective line causes one finding and drops at most one pair",
        arguments: [
            ("“a” = “b”;", "strings-stray-text"), ("\"a\" : \"b\";", "strings-malformed-pair"),
            ("\"a\" => \"b\";", "strings-malformed-pair"), ("\"a\" = ;", "strings-malformed-pair"),
            ("\"a\" \"b\";", "strings-malformed-pair"), ("\"a\" = “b”;", "strings-malformed-pair"),
            ("\"a\" = \"b\" \"c\";", "strings-missing-semicolon"), ("\"a\"", "strings-malformed-pair"),
            ("\"a\" =", "strings-missing-semicolon"), ("# heading", "strings-stray-text"),
            ("= \"b\";", "strings-stray-text"), ("\u{A0}", "strings-stray-text"),
            ("a b = \"c\";", "strings-malformed-pair"), ("\"a\" = (\"b\", \"c\");", "strings-not-text"),
            ("\"a\" = { \"b\" = \"c;}\"; d = e; };", "strings-not-text"), ("\"a\" = <0fbd 77>;", "strings-not-text"),
            ("\"a\" = \"b\",", "strings-missing-semicolon"), ("<!-- x -->", "strings-stray-text"),
        ]
    )
    func oneForOne(line: String, rule: String) throws {
        let reading = try Reading("\"x\" = \"1\";\n\(line)\n\"y\" = \"2\";\n\"z\" = \"3\";\n")
        let expected = line == "\"a\" =" ? ["x=1", "z=3"] : ["x=1", "y=2", "z=3"]
        #expect(reading.pairs == expected)
        #expect(reading.errors == [rule])
        #expect(reading.findings.first?.location?.line == (line == "\"a\" =" ? 3 : 2))
    }

    @Test("A text without a closing quotation mark is reported with its start")
    func openText() throws {
        let reading = try Reading("\"a\" = \"1;\n\"b\" = \"2\";\n\"c\" = \"3\";\n")
        #expect(reading.pairs == ["c=3"])
        #expect(reading.findings.first?.related.first?.line == 1)
    }

    @Test("A text that is open at the end of the file is reported at its start")
    func openAtEnd() throws {
        let reading = try Reading("\"a\" = \"1\";\n\"b\" = \"2;\n")
        #expect(reading.pairs == ["a=1"])
        #expect(reading.errors == ["strings-unterminated-text"])
        #expect(reading.places == ["2:7"])
    }

    @Test("An unclosed brace around the pairs is reported at its location")
    func openBrace() throws {
        let reading = try Reading("{ a = b;\n")
        #expect(reading.pairs == ["a=b"])
        #expect(reading.errors == ["strings-unclosed-brace"])
        #expect(reading.places == ["1:1"])
    }

    @Test("Pairs after the closing brace are read")
    func afterBrace() throws {
        let reading = try Reading("{ a = b; }\nc = d; }")
        #expect(reading.pairs == ["a=b", "c=d"])
        #expect(reading.errors == ["strings-stray-text"])
    }

    @Test("Reading stops after 100 defects")
    func hopeless() throws {
        let reading = try Reading(String(repeating: "\"a\": 1,\n", count: 5_000))
        #expect(reading.findings.count == 101)
        #expect(reading.rules.last == "strings-too-many-defects")
    }

    @Test("A key, text or comment of more than 1 MiB is an error, and the pairs around it are read")
    func tooLong() throws {
        let long = String(repeating: "lang ", count: 300_000)
        let reading = try Reading("a=1;\n\"b\"=\"\(long)\";\n\"\(long)\"=\"c\";\n/*\(long)*/d=2;e=3;")
        #expect(reading.pairs == ["a=1", "e=3"])
        #expect(reading.errors == ["strings-too-long", "strings-too-long", "strings-too-long"])
        #expect(reading.places == ["2:5", "3:1", "4:1"])
    }

    @Test("Messages show keys without terminal control characters")
    func safeMessages() throws {
        let reading = try Reading("\"a\u{1B}[31m\u{202E}\" = 'x' 'y';")
        #expect(reading.findings.first?.text.unicodeScalars.contains("\u{1B}") == false)
        #expect(reading.findings.first?.text.unicodeScalars.contains("\u{202E}") == false)
    }

    @Test("Every rule has a unique id with the format's prefix and an explanation")
    func declared() throws {
        #expect(Set(StringsReader.format.rules.map(\.id)).count == StringsReader.format.rules.count)
        #expect(
            StringsReader.format.rules.allSatisfy { $0.id.rawValue.hasPrefix("strings-") && !$0.explanation.isEmpty }
        )
    }
}
