import GlossportReading
import Testing

@testable import GlossportChecking
@testable import GlossportProject

/// Texts in a language that statistical detection confuses with the expected one.
@Suite("Close languages")
struct CloseLanguageTests {
    private static let texts = [
        "pt": "Fique conosco e guarde todas as suas listas por mais um mês.",
        "es": "Quédate con nosotros y guarda todas tus listas un mes más.",
        "ca": "Queda't amb nosaltres i desa totes les teves llistes un mes més.",
        "da": "Bliv hos os, og behold alle dine lister en måned mere uden reklamer.",
        "no": "Bli hos oss, og behold alle listene dine en måned til uten reklame.",
        "sv": "Stanna hos oss och behåll alla dina listor en månad till utan att betala.",
        "cs": "Zůstaňte s námi ještě měsíc a ponechte si všechny své seznamy.",
        "sk": "Zostaňte s nami ešte mesiac a ponechajte si viac zoznamov, ktoré ste vytvorili.",
        "hr": "Ostanite s nama još mjesec dana i zadržite sve svoje popise.",
        "sl": "Ostanite z nami še en mesec in obdržite vse svoje sezname.",
        "uk": "Залишайтеся з нами ще місяць і збережіть усі свої списки.",
        "ru": "Останьтесь с нами ещё на месяц и сохраните все свои списки, даже старые.",
        "id": "Tetaplah bersama kami karena semua daftar Anda bisa disimpan.",
        "ms": "Kekal bersama kami kerana anda mahu menyimpan semua senarai.",
        "hi": "हमारे साथ एक और महीना रहें, आपकी सभी सूचियाँ सुरक्षित हैं।",
        "mr": "आणखी एक महिना आमच्यासोबत राहा, तुमच्या सर्व याद्या सुरक्षित आहेत.",
        "ar": "ابق معنا شهرا آخر واحتفظ بكل قوائمك في هذا الحساب.",
        "ur": "ایک اور مہینہ ہمارے ساتھ رہیں، آپ کی تمام فہرستیں محفوظ ہیں۔",
    ]

    private static let pairs = [
        ("pt", "es"), ("es", "pt"), ("es", "ca"), ("ca", "es"), ("da", "no"), ("no", "da"), ("da", "sv"), ("no", "sv"),
        ("sv", "da"), ("sv", "no"),
        ("cs", "sk"), ("sk", "cs"), ("hr", "sl"), ("sl", "hr"), ("uk", "ru"), ("ru", "uk"), ("id", "ms"), ("ms", "id"),
        ("hi", "mr"), ("mr", "hi"),
        ("ar", "ur"), ("ur", "ar"),
    ]

    @Test("A single text in a close language is recognized by two of its words", arguments: pairs)
    func found(right: String, other: String) throws {
        let text = try #require(Self.texts[other])
        let found = try #require(CloseLanguage(of: text, insteadOf: right))
        #expect(found.name == LanguageWords.name(of: other), "\(found.words)")
    }

    @Test("A text in the right language is not mistaken for a close language", arguments: texts.keys.sorted())
    func own(language: String) throws {
        #expect(CloseLanguage(of: try #require(Self.texts[language]), insteadOf: language) == nil)
    }

    @Test("A record has one warning about a close language, and names on the keep list don't count")
    func rule() {
        let lines = """
            a.header [pt-BR] = Quédate con nosotros
            a.body [pt-BR] = Guarda tus listas y muy pronto más
            """
        var example = RuleExample("", lines)
        func findings() -> [Finding] {
            RuleSet.findings(in: example.catalog, for: example.project).filter {
                $0.rule == "wrong-language" && $0.location != nil
            }
        }
        #expect(findings().map(\.severity) == [.warning])
        example.project = Project(app: "com.example.app", keeping: ["tus listas y muy pronto más"])
        #expect(findings().isEmpty)
    }
}
