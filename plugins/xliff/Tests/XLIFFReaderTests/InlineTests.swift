import GlossportReading
internal import Testing

@testable internal import XLIFFReader

@Suite("XLIFF reader: inline codes and white space")
struct InlineTests {
    @Test(
        "A dropped placeholder is an error that names the code",
        arguments: [
            ("Hallo <x id=\"1\" equiv-text=\"{name}\"/>!", "Hallo !", "{name}"),
            ("Hallo <ph id=\"1\">%@</ph>!", "Hallo !", "%@"),
            ("Hallo <ph id=\"1\"><sub>text</sub></ph>!", "Hallo !", "<ph id=\"1\"/>"),
        ]
    )
    func placeholder(content: String, target: String, named: String) throws {
        let reading = try Reading(.unit("<target>\(content)</target>", "xml:space=\"preserve\""))
        #expect(reading.targets == [target])
        #expect(Set(reading.rules) == ["dropped-code"])
        #expect(reading.findings.contains { $0.text.contains(named) && $0.severity == .error })
    }

    @Test("A finding about codes is located at the first one")
    func placeOfCode() throws {
        let reading = try Reading(.unit("<target>Hallo\n <x id=\"1\"/></target>"))
        #expect(reading.findings.first?.location == .here(6, 2))
    }

    @Test("In XLIFF 2, the finding about a dropped placeholder shows its original data")
    func originalData() throws {
        let reading = try Reading(
            .version20(
                """
                <unit id="k"><originalData><data id="d1">%@</data></originalData>
                <segment><source>A <ph id="1" dataRef="d1"/></source><target>B <ph id="1" dataRef="d1"/></target></segment></unit>
                """
            )
        )
        #expect(reading.targets == ["B"])
        #expect(reading.finding("dropped-code")?.text.contains("%@") == true)
    }

    @Test(
        "Formatting is dropped with a warning, and the words are kept",
        arguments: [
            "<g id=\"1\">fett</g>", "<bpt id=\"1\">&lt;b&gt;</bpt>fett<ept id=\"1\">&lt;/b&gt;</ept>",
            "<bx id=\"1\"/>fett<ex id=\"1\"/>", "<it id=\"1\" pos=\"open\">&lt;b&gt;</it>fett",
        ]
    )
    func formatting(content: String) throws {
        let reading = try Reading(.unit("<target>ganz \(content)!</target>"))
        #expect(reading.targets == ["ganz fett!"])
        #expect(reading.rules == ["dropped-formatting"])
        #expect(reading.errors == [])
    }

    @Test(
        "The formatting of XLIFF 2 is dropped with a warning",
        arguments: [
            "<pc id=\"1\">fett</pc>", "<sc id=\"1\"/>fett<ec startRef=\"1\"/>",
        ]
    )
    func formatting2(content: String) throws {
        let reading = try Reading(
            .version20("<unit id=\"k\"><segment><source>a</source><target>ganz \(content)!</target></segment></unit>")
        )
        #expect(reading.targets == ["ganz fett!"])
        #expect(reading.rules == ["dropped-formatting"])
    }

    @Test("Annotations are not codes")
    func annotations() throws {
        let reading = try Reading(.unit("<target>ein <mrk mtype=\"term\">Wort</mrk></target>"))
        #expect(reading.targets == ["ein Wort"])
        #expect(reading.findings == [])
    }

    @Test(
        "Codes that represent characters become characters",
        arguments: [
            ("a<ph id=\"1\">&lt;mq:ch val=\"nbsp\" /&gt;</ph>b", "a\u{A0}b"),
            ("a<ph id=\"1\">&lt;mq:ch val=\"shy\" /&gt;</ph>b", "a\u{AD}b"),
            ("a<ph id=\"1\">&amp;nbsp;</ph>b", "a\u{A0}b"), ("a<ph id=\"1\">&amp;#8239;</ph>b", "a\u{202F}b"),
            ("a<ph id=\"1\">&amp;#xA0;</ph>b", "a\u{A0}b"), ("a<x id=\"1\" equiv-text=\"&#160;\"/>b", "a\u{A0}b"),
            ("a<x id=\"LINE_BREAK\" equiv-text=\"&lt;br/&gt;\"/>b", "a\nb"),
            ("a <ph id=\"1\" ctype=\"lb\"/> b", "a\nb"),
            ("a<ph id=\"1\">&lt;br/&gt;</ph>b", "a\nb"), ("a<x id=\"1\" equiv-text=\"&amp;amp;\"/>b", "a&b"),
        ]
    )
    func characters(content: String, target: String) throws {
        let reading = try Reading(.unit("<target>\(content)</target>"))
        #expect(reading.targets == [target])
        #expect(reading.findings == [])
    }

    @Test("A letter, digit or brace in equiv-text is not taken as the text", arguments: ["A", "1", "{"])
    func letterIsNoCharacter(equivalent: String) throws {
        let reading = try Reading(.unit("<target>a<x id=\"1\" equiv-text=\"\(equivalent)\"/></target>"))
        #expect(reading.rules == ["dropped-code"])
    }

    @Test("A cp element yields its character if XML allows it, otherwise an error")
    func codePoint() throws {
        func read(_ hexadecimal: String) throws -> Reading {
            try Reading(
                .version20(
                    "<unit id=\"k\"><segment><source>a</source><target>a<cp hex=\"\(hexadecimal)\"/>b</target></segment></unit>"
                )
            )
        }
        #expect(try read("00E9").targets == ["aéb"])
        #expect(try read("0003").rules == ["illegal-character"])
        #expect(try read("0003").units == [])
        #expect(try read("D800").units == [])
        #expect(try read("x").units == [])
    }

    @Test("Text after comments, processing instructions and CDATA is kept")
    func interruptions() throws {
        let reading = try Reading(.unit("<target>a<!-- no -->b<?no no?>c<![CDATA[ & <d>]]>e</target>"))
        #expect(reading.targets == ["abc & <d>e"])
        #expect(reading.findings == [])
    }

    @Test("An element that XLIFF does not define is an error, and its words are kept")
    func unknownInline() throws {
        let reading = try Reading(.unit("<target>ganz <b>fett</b>!</target>"))
        #expect(reading.targets == ["ganz fett!"])
        #expect(reading.rules == ["unknown-inline"])
    }

    @Test("An element of another vocabulary in a text is skipped with an error")
    func foreignInline() throws {
        let reading = try Reading(.unit("<target>a<q:b xmlns:q=\"urn:q\">no</q:b>c</target>"))
        #expect(reading.targets == ["ac"])
        #expect(reading.rules == ["unknown-inline"])
    }

    @Test("Codes in the source cause no finding")
    func sourceCodes() throws {
        let reading = try Reading(
            .version12("<trans-unit id=\"k\"><source>a <x id=\"1\"/></source><target>b</target></trans-unit>")
        )
        #expect(reading.findings == [])
        #expect(reading.units.first?.source == "a")
    }

    @Test("A target with only a code yields no text, and this is reported")
    func onlyCode() throws {
        let reading = try Reading(.unit("<target><x id=\"1\"/></target>"))
        #expect(reading.targets == [nil])
        #expect(reading.rules == ["dropped-code"])
    }

    @Test("Five of many codes are named, and the rest are counted")
    func manyCodes() throws {
        let codes = (1...9).map { "<x id=\"n\($0)\"/>" }.joined(separator: " ")
        let text = try #require(try Reading(.unit("<target>a \(codes)</target>")).findings.first?.text)
        #expect(text.contains("n5") && !text.contains("n6") && text.contains("and 4 more"))
    }

    // MARK: White space

    @Test("Without xml:space, white space collapses, except no-break spaces")
    func collapsing() throws {
        let reading = try Reading(.unit("<target>\n\t Ein \r\n  langer\u{A0} \u{3000}Text\u{202F}\n</target>"))
        #expect(reading.targets == ["Ein langer\u{A0} \u{3000}Text\u{202F}"])
    }

    @Test(
        "A line break folded into a space is a warning, and the option in its remedy keeps it",
        arguments: ["Bleib.\nBei uns.", "Bleib.&#10;Bei uns.", "Bleib.\r\n\r\nBei uns."]
    )
    func foldedBreak(content: String) throws {
        let text = String.unit("<target>\(content)</target>")
        let reading = try Reading(text)
        #expect(reading.targets == ["Bleib. Bei uns."])
        #expect(reading.rules == ["folded-break"])
        #expect(reading.finding("folded-break")?.remedy.hasSuffix("set the option space to preserve.") == true)
        let configured = try Reading(text, ["space": "preserve"])
        #expect(configured.findings == [])
        #expect(configured.targets.first??.hasPrefix("Bleib.\n") == true)
        #expect(try Reading(text, ["space": "collapse"]).findings == [])
    }

    @Test(
        "Line breaks used only for layout cause no warning",
        arguments: ["\n  Bleib\n", "Bleib\n    bei uns", "Bleib  bei uns", "Bleib<x id=\"1\" ctype=\"lb\"/>\nbei uns"]
    )
    func layout(content: String) throws {
        #expect(try Reading(.unit("<target>\(content)</target>")).rules == [])
    }

    @Test("xml:space=\"preserve\" keeps white space exactly and is inherited")
    func preserving() throws {
        let unit = "<trans-unit id=\"k\"><source>a</source><target> a\n\t b  </target></trans-unit>"
        for text in [
            String.version12(unit, file: "target-language=\"de\" xml:space=\"preserve\""),
            .version12("<group xml:space=\"preserve\"><group>\(unit)</group></group>"),
            .version12(unit.replacing("<target>", with: "<target xml:space=\"preserve\">")),
            .version12(unit, root: "xml:space=\"preserve\""),
        ] {
            #expect(try Reading(text).targets == [" a\n\t b  "])
        }
        let back = unit.replacing("<target>", with: "<target xml:space=\"default\">")
        #expect(try Reading(.version12(back, root: "xml:space=\"preserve\"")).targets == ["a b"])
    }

    @Test("The `space` option overrides the file")
    func spaceOption() throws {
        #expect(try Reading(.unit("<target> a  b</target>"), ["space": "preserve"]).targets == [" a  b"])
        #expect(
            try Reading(.unit("<target> a  b</target>", "xml:space=\"preserve\""), ["space": "collapse"]).targets == [
                "a b"
            ]
        )
    }

    @Test(
        "Carriage returns become line feeds in any notation",
        arguments: [
            "a\r\nb", "a\rb", "a&#13;b", "a&#13;&#10;b", "<![CDATA[a\r\nb]]>", "a&#xD;\nb",
        ]
    )
    func carriageReturns(content: String) throws {
        let reading = try Reading(.unit("<target>\(content)</target>", "xml:space=\"preserve\""))
        #expect(reading.targets == ["a\nb"])
    }

    @Test("Segments with different xml:space keep their own setting")
    func mixedSpace() throws {
        let reading = try Reading(
            .version20(
                """
                <unit id="k"><segment><source>a</source><target> a  b </target></segment>
                <segment><source>c</source><target xml:space="preserve">[  ] </target></segment>
                <segment><source>d</source><target>  d  d </target></segment></unit>
                """
            )
        )
        #expect(reading.targets == ["a b [  ]  d d"])
    }

    @Test("Collapsing finds double spaces and line breaks at any position")
    func collapsingEverywhere() throws {
        for space in ["  ", "\n", " \n", "\t"] {
            for position in 1..<40 {
                let text =
                    String(repeating: "ä", count: position) + space + String(repeating: "b", count: 40 - position)
                #expect(try Reading(.unit("<target>\(text)</target>")).targets == [text.replacing(space, with: " ")])
            }
        }
    }
}
