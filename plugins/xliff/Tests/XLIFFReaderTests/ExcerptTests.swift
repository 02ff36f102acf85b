internal import Foundation
import GlossportReading
import GlossportReadingTesting
import Testing

@testable internal import XLIFFReader

@Suite("Cutting XLIFF files")
struct ExcerptTests {
    private func cut(_ text: String, at places: [(Int, Int)], kind: Annotation.Kind = .length) throws -> String {
        let annotations = places.map { line, column in
            Annotation(
                "Too <long>.",
                rule: "text-too-long",
                kind: kind,
                at: TextCursor.Place(line: line, column: column)
            )
        }
        let result = try XLIFFExcerpt.cut(SourceFile(path: "x.xliff", bytes: Array(text.utf8)), annotations)
        #expect(result.elsewhere.isEmpty)
        return String(decoding: result.bytes, as: UTF8.self)
    }

    @Test("A unit of XLIFF 1.2 gets a state at its target and a note behind it, and its neighbours go")
    func version1() throws {
        let text = """
            <?xml version="1.0"?>
            <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
              <file original="a" source-language="en" target-language="de" datatype="plaintext">
                <header><note>Kept</note></header>
                <body>
                  <trans-unit id="one"><source>One</source><target>Eins</target></trans-unit>
                  <!-- about two -->
                  <trans-unit id="two" approved="yes">
                    <source>Two</source>
                    <target  state='final'  xml:lang="de">Zwei</target>
                    <note>Number</note>
                  </trans-unit>
                  <group id="g"><trans-unit id="three"><source>Three</source></trans-unit></group>
                </body>
              </file>
              <file original="b" source-language="en" datatype="plaintext"><body></body></file>
            </xliff>

            """
        #expect(
            try cut(text, at: [(10, 13)]) == """
                <?xml version="1.0"?>
                <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
                  <file original="a" source-language="en" target-language="de" datatype="plaintext">
                    <header><note>Kept</note></header>
                    <body>
                      <!-- about two -->
                      <trans-unit id="two" approved="no">
                        <source>Two</source>
                        <target state="needs-translation" state-qualifier="rejected-length"  xml:lang="de">Zwei</target>
                        <note from="glossport" annotates="target" priority="1">Too &lt;long&gt;. [text-too-long]</note>
                        <note>Number</note>
                      </trans-unit>
                    </body>
                  </file>
                </xliff>

                """
        )
    }

    @Test("A unit of XLIFF 2 gets a state at its segments and a note before them, in the file's own prefix")
    func version2() throws {
        let text = """
            <x:xliff version="2.0" xmlns:x="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">
             <x:file id="f">
              <x:unit id="one"><x:segment><x:source>1</x:source><x:target>Eins</x:target></x:segment></x:unit>
              <x:unit id="two">
               <x:segment state="final" subState="a:b"><x:source>2</x:source><x:target>Zwei</x:target></x:segment>
              </x:unit>
             </x:file>
            </x:xliff>
            """
        #expect(
            try cut(text, at: [(5, 63)]) == """
                <x:xliff version="2.0" xmlns:x="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de">
                 <x:file id="f">
                  <x:unit id="two">
                   <x:notes><x:note category="glossport" appliesTo="target" priority="1">Too &lt;long&gt;. [text-too-long]</x:note></x:notes>
                   <x:segment state="initial" subState="glossport:text-too-long"><x:source>2</x:source><x:target>Zwei</x:target></x:segment>
                  </x:unit>
                 </x:file>
                </x:xliff>
                """
        )
    }

    @Test("Notes of ours from the last time go when the unit is sent back again")
    func again() throws {
        let text = """
            <xliff version="1.2"><file><body>
            <trans-unit id="a"><source>A</source>
            <target>B</target></trans-unit>
            </body></file></xliff>
            """
        let once = try cut(text, at: [(3, 1)])
        #expect(try cut(once, at: [(3, 1)]) == once)
    }

    @Test("A unit without content gets its note all the same")
    func empty() throws {
        let text = "<xliff version=\"1.2\"><file><body><trans-unit id=\"a\"/></body></file></xliff>"
        #expect(try cut(text, at: [(1, 34)]).contains("<trans-unit id=\"a\"><note from=\"glossport\""))
    }

    @Test("A file that ends too early is refused")
    func damaged() {
        let file = SourceFile(path: "x.xliff", bytes: Array("<xliff><file><body><trans-unit id=\"a\">".utf8))
        #expect(throws: GlossportError.self) { try XLIFFExcerpt.cut(file, []) }
    }

    @Test(
        "Whatever is cut out of the corpora's files is what they say, and reads the same",
        .enabled(if: Corpus.isThere, "The corpora are not beside this working tree (../shared/corpora).")
    )
    func corpora() throws {
        let kit = ExcerptKit(XLIFFReader.format) { text in
            text.replacing(/\s*<(\w+:)?note from="glossport".*?<\/(\w+:)?note>/, with: "")
                .replacing(
                    /<(\w+:)?notes>(<(\w+:)?note category="glossport".*?<\/(\w+:)?note>)+<\/(\w+:)?notes>\s*/,
                    with: ""
                )
                .replacing(/<(\w+:)?note category="glossport".*?<\/(\w+:)?note>/, with: "")
                .replacing(/\s+(state|state-qualifier|subState)\s*=\s*("[^"]*"|'[^']*')/, with: "")
                .replacing(/approved\s*=\s*("[^"]*"|'[^']*')/, with: "")
                // Some files are one long line.
                .replacing(">", with: ">\n")
        }
        var tally = ExcerptKit.Tally()
        for folder in Corpus.folders {
            let files = try FileManager.default.subpathsOfDirectory(atPath: Corpus.folder.appending(path: folder).path)
            for file in files.sorted()
            where XLIFFReader.format.extensions.contains(SourceFile.fileExtension(of: file)) {
                let source = Corpus.source(folder, file)
                try kit.tryOut(source, into: &tally)
            }
        }
        print("XLIFF: \(tally)")
        #expect(tally.violations == [])
        #expect(tally.files > 100)
    }
}
