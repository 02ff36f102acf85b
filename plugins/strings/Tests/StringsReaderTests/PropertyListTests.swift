import Foundation
import GlossportReading
import StringsReader
import Testing

@Suite(".strings files as property lists")
struct PropertyListTests {
    private static func xml(_ content: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \(content)
        </dict>
        </plist>
        """
    }

    @Test("Pairs of an XML property list arrive in order, with the location of each text")
    func xmlPairs() throws {
        let reading = try Reading(
            Self.xml(
                "\t<key>b</key>\n\t<string>Größe &amp; &lt;b&gt; &#x1F388;</string>\n<key>a</key><string>\n x </string>"
            )
        )
        #expect(reading.pairs == ["b=Größe & <b> 🎈", "a=\n x "])
        #expect(reading.units.map(\.location.line) == [6, 7])
        #expect(reading.units.map(\.location.column) == [10, 21])
        #expect(reading.findings == [])
    }

    @Test("Both of two equal keys in an XML property list arrive")
    func xmlDuplicates() throws {
        let reading = try Reading(Self.xml("<key>a</key><string>1</string><key>a</key><string>2</string>"))
        #expect(reading.pairs == ["a=1", "a=2"])
    }

    @Test("Empty texts, CDATA and comments are supported")
    func xmlDetails() throws {
        let reading = try Reading(
            Self.xml("<!-- <key> --><key>a</key><string/><key>b</key><string><![CDATA[x < & y]]> z<!-- - --></string>")
        )
        #expect(reading.pairs == ["a=nil", "b=x < & y z"])
        #expect(reading.findings == [])
    }

    @Test("A value that is not a text is reported with its key and skipped")
    func xmlOther() throws {
        let reading = try Reading(
            Self.xml(
                "<key>n</key><dict><key>one</key><string>x</string></dict>\n<key>t</key><true/><key>a</key><string>1</string>"
            )
        )
        #expect(reading.pairs == ["a=1"])
        #expect(reading.errors == ["strings-not-text", "strings-not-text"])
        #expect(reading.findings.first?.text.contains("“n”") == true)
    }

    @Test(
        "A damaged XML property list is an error with its location, and pairs before it are read",
        arguments: [
            "<key>b</key>", "<key>b</key><key>c</key><string>x</string>", "<string>x</string>", "text", "</dict><dict>",
            "<key>b</key><string>&nope;</string>", "<key>b</key><string>&#xD800;</string>", "<key>b<",
            "<key>b</string>",
        ]
    )
    func xmlDamaged(content: String) throws {
        let reading = try Reading(Self.xml("<key>a</key><string>1</string>\n\(content)"))
        #expect(reading.pairs == ["a=1"])
        #expect(reading.errors == ["strings-malformed-plist"])
        #expect((reading.findings.first?.location?.line ?? 0) >= 6)
    }

    @Test("An XML property list truncated anywhere loses nothing silently")
    func xmlTruncated() throws {
        let bytes = Array(Self.xml("<key>a</key><string>eins &amp; zwei</string>").utf8)
        for length in 40..<bytes.count - 20 {
            let reading = try Reading(Array(bytes.prefix(length)))
            #expect(!reading.findings.isEmpty, "cut off at \(length)")
            #expect(reading.units.allSatisfy { $0.target == "eins & zwei" })
        }
    }

    @Test("A file that declares entities is rejected")
    func entities() throws {
        let reading = try Reading(
            "<?xml version=\"1.0\"?><!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><plist><dict></dict></plist>"
        )
        #expect(reading.errors == ["strings-malformed-plist"])
    }

    @Test("An XML property list may be in UTF-16")
    func xmlUTF16() throws {
        let text = Self.xml("<key>a</key><string>ö</string>")
        let bytes: [UInt8] = [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(try Reading(bytes).pairs == ["a=ö"])
    }

    @Test("A long text arrives intact across chunks", arguments: 0..<12)
    func xmlChunks(shift: Int) throws {
        let long = String(repeating: "x", count: 65_536 - 260 + shift * 4)
        let reading = try Reading(Self.xml("<key>a</key><string>\(long)&amp;ö</string><key>b</key><string>2</string>"))
        #expect(reading.pairs == ["a=\(long)&ö", "b=2"])
    }

    @Test("A binary property list is read as Foundation reads it")
    func binary() throws {
        var dictionary = ["a": "1", "ümlaut": "Größe 🎈", "empty": "", "long": String(repeating: "花", count: 400)]
        for number in 0..<300 { dictionary["k\(number)"] = "text \(number)" }
        let data = try PropertyListSerialization.data(fromPropertyList: dictionary, format: .binary, options: 0)
        let reading = try Reading(Array(data))
        #expect(reading.dictionary == dictionary)
        #expect(reading.findings == [])
        #expect(reading.summary.detected.contains(.init("form", "binary property list")))
    }

    @Test("Values of a binary property list that are not texts are reported")
    func binaryOther() throws {
        let list: [String: Any] = [
            "a": "1", "b": ["one": "x"], "c": [1, 2], "d": 5, "e": true, "f": Data([1]), "g": Date(),
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let reading = try Reading(Array(data))
        #expect(reading.pairs == ["a=1"])
        #expect(reading.errors == Array(repeating: "strings-not-text", count: 6))
    }

    @Test("A truncated binary property list is an error, and a damaged one causes no trap")
    func binaryDamaged() throws {
        let data = try PropertyListSerialization.data(
            fromPropertyList: ["a": "1", "b": "ö"],
            format: .binary,
            options: 0
        )
        let bytes = Array(data)
        for length in 6..<bytes.count {
            #expect(try Reading(Array(bytes.prefix(length))).errors == ["strings-malformed-plist"])
        }
        for position in 8..<bytes.count {
            for value in [0, 1, 0x5F, 0x7F, 0xD1, 0xDF, 0xFF] as [UInt8] {
                var damaged = bytes
                damaged[position] = value
                _ = try Reading(damaged)
            }
        }
    }

    @Test("A .stringsdict is reported as unsupported and not read")
    func stringsDictionary() throws {
        let reading = try Reading(Self.xml("<key>a</key><string>1</string>"), path: "de.lproj/Plurals.stringsdict")
        #expect(reading.units == [])
        #expect(reading.rules == ["strings-stringsdict"])
        #expect(reading.findings.first?.text.contains("Plurals.stringsdict") == true)
    }
}
