import GlossportReading
import StringsReader
import Testing

/// Foundation reads these files without a word and drops part of them, or rejects all of them for one pair.
@Suite("Where Apple's tools lose something")
struct SilentLossTests {
    @Test("after two semicolons every pair is still read, and the second semicolon is reported")
    func twoSemicolons() throws {
        let reading = try Reading(#""a"="b";; "c"="d";"#)
        #expect(reading.pairs == ["a=b", "c=d"])
        #expect(reading.errors == ["strings-extra-semicolon"])
        #expect(reading.places == ["1:9"])
    }

    @Test("junk between two pairs is skipped and reported, and the next pair is read")
    func junk() throws {
        let reading = try Reading(#""a"="b"; @junk "c"="d";"#)
        #expect(reading.pairs == ["a=b", "c=d"])
        #expect(reading.errors == ["strings-stray-text"])
        #expect(reading.places == ["1:10"])
        #expect(reading.findings.first?.text.contains("“@”") == true)
    }

    @Test("a closing brace that nothing opened is reported, and the next pair is read")
    func brace() throws {
        let reading = try Reading("\"a\"=\"b\";\n}\n\"c\"=\"d\";")
        #expect(reading.pairs == ["a=b", "c=d"])
        #expect(reading.errors == ["strings-stray-text"])
        #expect(reading.places == ["2:1"])
    }

    @Test("a byte order mark in the middle is reported, and the pairs after it are read")
    func byteOrderMark() throws {
        let reading = try Reading("\u{FEFF}\"a\"=\"b\";\n\u{FEFF}\"c\"=\"d\";\n")
        #expect(reading.pairs == ["a=b", "c=d"])
        #expect(reading.errors == ["strings-stray-byte-order-mark"])
        #expect(reading.places == ["2:1"])
        #expect(reading.units.last?.location.column == 6)
    }

    @Test("a comment without an end is reported where it begins")
    func comment() throws {
        let reading = try Reading("\"a\"=\"b\";\n /* note\n\"c\"=\"d\";\n")
        #expect(reading.pairs == ["a=b"])
        #expect(reading.errors == ["strings-unterminated-comment"])
        #expect(reading.places == ["2:2"])
    }

    @Test("a comment that ends at the end of the next comment is reported, since it hides a pair")
    func swallowed() throws {
        let reading = try Reading("/* one \n\"a\"=\"b\";\n/* two */\n\"c\"=\"d\";\n")
        #expect(reading.pairs == ["c=d"])
        #expect(reading.rules == ["strings-swallowed-by-comment"])
        #expect(reading.places == ["1:1"])
    }

    @Test("commented-out pairs are none, and that is no finding")
    func commentedOut() throws {
        let reading = try Reading("/* \"a\" = \"b\"; */\n// \"c\" = \"d\"; /* e */\n\"f\" = \"g\";")
        #expect(reading.pairs == ["f=g"])
        #expect(reading.findings == [])
    }

    @Test("a missing semicolon costs its pair and not the file")
    func missingSemicolon() throws {
        let reading = try Reading("\"a\" = \"1\";\n\"b\" = \"2\"\n\"c\" = \"3\";\n")
        #expect(reading.pairs == ["a=1", "c=3"])
        #expect(reading.errors == ["strings-missing-semicolon"])
        #expect(reading.places == ["2:10"])
        #expect(reading.findings.first?.text.contains("“b”") == true)
    }

    @Test("a quotation mark inside a text costs its pair and not the file")
    func quotationMark() throws {
        let reading = try Reading("\"a\" = \"say \"hello\" now\";\n\"b\" = \"2\";\n")
        #expect(reading.pairs == ["b=2"])
        #expect(reading.errors == ["strings-missing-semicolon"])
        #expect(reading.places == ["1:13"])
    }

    @Test("the last pair needs its semicolon too")
    func lastSemicolon() throws {
        let reading = try Reading("\"a\" = \"1\";\n\"b\" = \"2\"\n")
        #expect(reading.pairs == ["a=1"])
        #expect(reading.errors == ["strings-truncated-pair"])
        #expect(reading.places == ["2:10"])
    }
}

@Suite("How reading goes on after what is no pair")
struct RecoveryTests {
    @Test(
        "one bad pair costs one pair and makes one finding",
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

    @Test("a text that lost its closing quotation mark is named with the place where it opens")
    func openText() throws {
        let reading = try Reading("\"a\" = \"1;\n\"b\" = \"2\";\n\"c\" = \"3\";\n")
        #expect(reading.pairs == ["c=3"])
        #expect(reading.findings.first?.related.first?.line == 1)
    }

    @Test("a text that is open at the end of the file is reported where it opens")
    func openAtEnd() throws {
        let reading = try Reading("\"a\" = \"1\";\n\"b\" = \"2;\n")
        #expect(reading.pairs == ["a=1"])
        #expect(reading.errors == ["strings-unterminated-text"])
        #expect(reading.places == ["2:7"])
    }

    @Test("an unclosed brace around the pairs is reported where it opens")
    func openBrace() throws {
        let reading = try Reading("{ a = b;\n")
        #expect(reading.pairs == ["a=b"])
        #expect(reading.errors == ["strings-unclosed-brace"])
        #expect(reading.places == ["1:1"])
    }

    @Test("pairs after the closing brace are read")
    func afterBrace() throws {
        let reading = try Reading("{ a = b; }\nc = d; }")
        #expect(reading.pairs == ["a=b", "c=d"])
        #expect(reading.errors == ["strings-stray-text"])
    }

    @Test("a file that is nothing but defects is given up after a hundred")
    func hopeless() throws {
        let reading = try Reading(String(repeating: "\"a\": 1,\n", count: 5_000))
        #expect(reading.findings.count == 101)
        #expect(reading.rules.last == "strings-too-many-defects")
    }

    @Test("a key or text of more than a mebibyte is an error, and its neighbours arrive")
    func tooLong() throws {
        let long = String(repeating: "lang ", count: 300_000)
        let reading = try Reading("a=1;\n\"b\"=\"\(long)\";\n\"\(long)\"=\"c\";\n/*\(long)*/d=2;e=3;")
        #expect(reading.pairs == ["a=1", "e=3"])
        #expect(reading.errors == ["strings-too-long", "strings-too-long", "strings-too-long"])
        #expect(reading.places == ["2:5", "3:1", "4:1"])
    }

    @Test("messages show keys without characters that a terminal would obey")
    func safeMessages() throws {
        let reading = try Reading("\"a\u{1B}[31m\u{202E}\" = 'x' 'y';")
        #expect(reading.findings.first?.text.unicodeScalars.contains("\u{1B}") == false)
        #expect(reading.findings.first?.text.unicodeScalars.contains("\u{202E}") == false)
    }

    @Test("every finding names a declared rule and has a remedy")
    func declared() throws {
        #expect(Set(StringsReader.format.rules.map(\.id)).count == StringsReader.format.rules.count)
        #expect(
            StringsReader.format.rules.allSatisfy { $0.id.rawValue.hasPrefix("strings-") && !$0.explanation.isEmpty }
        )
    }
}
