"""Defects to plant into clean messages: mistakes of vendors, tools and tired people.

A kind of defect changes the texts of one record, or of a whole locale, and names the rule that must find it and other rules
that may report it as well. Everything is drawn from a seeded generator, so two runs plant the same.
"""
import random
import re
import unicodedata
from copy import deepcopy

SOURCE = "en-US"  # never changed: it is what the other locales are compared with
LIMITS = {"header": 66, "body": 144}
COPIES = 6
PLANTS_PER_MESSAGE = 3  # few enough for the other locales to agree on numbers
BRAND = "Northlight"

UNSPACED = {"ja", "th", "zh-Hans", "zh-Hant"}
FINAL = ".!?…:;。！？।۔؟"
ANYTHING = None  # as `beside`: any rule may report a destroyed text

NUMBERS = {"numbers-differ", "numbers-across-locales"}
TAIL = {"end-punctuation", "length-suspicious", "truncated-text"}
SAMENESS = {"same-source-different-target", "same-target-different-source"}


# MARK: Clean messages


class Base:
    """The clean messages: name → locale → field → text."""

    def __init__(self, messages):
        self.messages = messages
        self.locales = sorted({locale for texts in messages.values() for locale in texts})

    def joined(self, locale):
        return " ".join(text for texts in self.messages.values() for text in texts[locale].values())

    def copy(self, change=lambda copy, locale, fields: fields, copies=1):
        """Several copies under new names, each with its change."""
        return {
            f"{name}-{copy}": {locale: change(copy, locale, dict(fields)) for locale, fields in texts.items()}
            for copy in range(copies) for name, texts in self.messages.items()
        }


# A brand has endings in many languages, which do not change it.
BRAND_FORMS = {
    "de-DE": "Northlights", "fi": "Northlightin", "hi": "Northlight", "ja": "Northlightで", "ko": "Northlight에서", "pl": "Northlighta",
    "ru": "Northlight’а", "sv": "Northlights", "tr": "Northlight’ta", "uk": "Northlight’у",
}
BRAND_TRANSLATIONS = {
    "ar-SA": "نورث لايت", "de-DE": "Nordlicht", "en-GB": "North Light", "es-ES": "Aurora boreal", "es-MX": "Aurora boreal",
    "fr-FR": "Lumière du Nord", "he": "אור הצפון", "hi": "नॉर्थलाइट", "it": "Aurora boreale", "ja": "ノースライト", "ko": "노스라이트",
    "nl-NL": "Noorderlicht", "pl": "Zorza", "pt-BR": "Aurora boreal", "ru": "Нортлайт", "sv": "Norrsken", "th": "นอร์ทไลท์",
    "tr": "Kuzey Işığı", "uk": "Нортлайт", "zh-Hans": "北极光", "zh-Hant": "北極光",
}


def branded(copy, locale, fields):
    form = BRAND_FORMS.get(locale, BRAND) if copy % 2 else BRAND
    return {**fields, "header": f"{form}: {fields['header']}"}


# Separators between thousands; a comma elsewhere.
NBSP, NNBSP = "\u00a0", "\u202f"
GROUPING = {
    "ar-SA": "٬", "de-DE": ".", "es-ES": "", "fr-FR": NNBSP, "it": ".", "nl-NL": ".", "pl": NBSP, "pt-BR": ".", "ru": NBSP, "sv": NBSP,
    "tr": ".", "uk": NBSP,
}
ARABIC_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
COUNTS = (3, 24, 1200, 7, 365, 2500)
PERCENTAGES = (20, 75, 30, 60, 25, 40)


def number(value, locale):
    text = f"{value:,}".replace(",", GROUPING.get(locale, ","))
    return text.translate(ARABIC_DIGITS) if locale == "ar-SA" else text


def numbered(copy, locale, fields):
    """Puts a number before each header, in the locale's form, and changes percentages."""
    half, other = number(50, locale), number(PERCENTAGES[copy % len(PERCENTAGES)], locale)
    body = fields["body"].replace(half, other).replace("五折优惠", other + "%优惠").replace("五折優惠", other + "%優惠")
    return {"header": f"{number(COUNTS[copy % len(COUNTS)], locale)} · {fields['header']}", "body": body}


def bracketed(copy, locale, fields):
    """Puts brackets around a word of each field."""
    return {field: re.sub(r"(?<= )([^\s()\W]{3,})(?= )", r"(\1)", text, count=1) for field, text in fields.items()}


# MARK: Scripts and languages

SCRIPTS = {
    "ar-SA": {"ARABIC"}, "he": {"HEBREW"}, "hi": {"DEVANAGARI"}, "ja": {"HIRAGANA", "KATAKANA", "CJK"}, "ko": {"HANGUL", "CJK"},
    "ru": {"CYRILLIC"}, "th": {"THAI"}, "uk": {"CYRILLIC"}, "zh-Hans": {"CJK"}, "zh-Hant": {"CJK"},
}


def script(character):
    return unicodedata.name(character, "?").replace("KATAKANA-HIRAGANA", "KATAKANA").split()[0]


def has_wrong_script(text, locale):
    letters = [character for character in text if character.isalpha()]
    foreign = [character for character in letters if script(character) not in SCRIPTS.get(locale, {"LATIN"})]
    return len(letters) >= 8 and len(foreign) * 2 > len(letters)


def has_own_script(text, locale):
    letters = [character for character in text if character.isalpha()]
    return all(script(character) in SCRIPTS.get(locale, {"LATIN"}) for character in letters)


def language(locale):
    return locale.split("-")[0]


# MARK: Planting


class Plant:
    """One defect: its place, and the rules that may report it."""

    def __init__(self, kind, message, locales, fields=(), before="", after="", others=(), word="", group=None):
        self.kind, self.message, self.locales, self.fields = kind, message, locales, fields
        self.before, self.after = before, after
        self.others = others  # other messages with a part of the same defect
        self.word = word  # the word that a finding must quote
        self.group = group or locales[0]  # what the results are told apart by

    def covers(self, finding):
        if finding.get("locale") not in self.locales:
            return False
        if self.word and f"“{self.word}”" not in finding.get("text", ""):
            return False
        return self.message is None or finding.get("message") in (self.message, *self.others, None)

    def name(self):
        return f"{self.message or 'all'}[{' and '.join(self.locales)}]"


class Delivery:
    """Messages, the defects planted into them, and the form in which to write them."""

    def __init__(self, name, messages, form="csv", copies=1):
        self.name, self.messages, self.form, self.copies = name, messages, form, copies
        self.sources = {name: dict(texts[SOURCE]) for name, texts in messages.items()}
        # The earlier source that a translation names, by message, locale and field.
        self.earlier = {}
        self.plants = []
        self.is_public = False
        self.clean = deepcopy(messages)

    def source(self, message, locale, field):
        return self.earlier.get((message, locale, field), self.sources[message][field])

    def without_defects(self):
        return Delivery(self.name, self.clean, self.form, self.copies)


class Place:
    """A field of a record that may get a defect, with its surroundings."""

    def __init__(self, base, delivery, message, locale, field, rng):
        self.base, self.delivery, self.message, self.locale, self.field, self.rng = base, delivery, message, locale, field, rng
        self.fields = delivery.messages[message][locale]
        self.text = self.fields[field]
        self.source = delivery.sources[message][field]
        self.name, number = message.rsplit("-", 1)
        self.copy = int(number)

    def with_text(self, text):
        return text and {self.field: text}

    def words(self, least=4):
        """Words between spaces, without marks around them."""
        pattern = rf"(?<= )[^\s\d.,;:!?…()«»„“”\"'’‘·%–-]{{{least},}}(?= )"
        return [] if self.locale in UNSPACED else list(re.finditer(pattern, self.text))

    def word(self, least=4):
        words = self.words(least)
        return self.rng.choice(words) if words else None

    def elsewhere(self, is_fit):
        """The same message, without defects, in another locale that fits."""
        texts = self.base.messages[self.name]
        locales = [locale for locale in sorted(texts) if locale not in (self.locale, SOURCE) and is_fit(locale)]
        return texts[self.rng.choice(locales)] if locales else None


class Kind:
    """A kind of defect that is planted into single records."""

    def __init__(self, id, rules, change, beside=frozenset(), clean=None, fields=("header", "body"), copies=COPIES, exceeds=False,
                 per_message=PLANTS_PER_MESSAGE, is_public=False):
        self.id, self.change, self.clean, self.fields, self.copies, self.exceeds = id, change, clean, fields, copies, exceeds
        # Planted into public texts, too, which have more locales than the samples; None for the forms of its rules.
        self.is_public, self.forms = is_public, None
        self.rules = rules if isinstance(rules, tuple) else (rules,)
        self.beside, self.per_message = beside, per_message

    def explains(self, rule):
        return self.beside is ANYTHING or rule in self.beside or rule in self.rules

    def deliveries(self, base, seed, forms, copies=None):
        copies = copies or self.copies
        for form in forms:
            rng = random.Random(f"{seed}/{self.id}/{form}")
            clean = base.copy(self.clean or (lambda copy, locale, fields: fields), copies)
            delivery, uses = Delivery(f"{self.id} in {form}", clean, form, copies), {}
            for message in clean:
                locales = [locale for locale in sorted(clean[message]) if locale != SOURCE]
                rng.shuffle(locales)
                if self.is_public:  # each locale as often as the others
                    locales.sort(key=lambda locale: uses.get(locale, 0))
                planted = 0
                for locale in locales:
                    if planted == self.per_message:
                        break
                    if self.plant(base, delivery, message, locale, rng):
                        planted += 1
                        uses[locale] = uses.get(locale, 0) + 1
            yield delivery

    def plant(self, base, delivery, message, locale, rng):
        place = self.place(base, delivery, message, locale, rng)
        changed = self.change(place) if place else None
        if not changed or all(place.fields.get(field) == text for field, text in changed.items()):
            return False
        others, word, group = changed.pop("others", ()), changed.pop("word", ""), changed.pop("group", None)
        if not self.exceeds and any(len(text) > LIMITS[field] for field, text in changed.items()):
            return False
        before = {field: place.fields[field] for field in changed}
        place.fields.update(changed)
        delivery.plants.append(
            Plant(
                self, message, (locale,), tuple(changed), " / ".join(before.values()), " / ".join(changed.values()), others, word,
                group,
            )
        )
        return True

    def place(self, base, delivery, message, locale, rng):
        fields = [field for field in self.fields if field in delivery.messages[message][locale]]
        return Place(base, delivery, message, locale, rng.choice(fields), rng) if fields else None


class OutdatedKind(Kind):
    """Translations of an earlier source, which only their own file names; the texts themselves stay."""

    def __init__(self, id, change):
        # Copies would have the same target and other sources.
        super().__init__(id, "translation-outdated", change, NUMBERS | TAIL | SAMENESS, copies=1, per_message=5, is_public=True)
        self.forms = ["CSV", "XLIFF"]

    def plant(self, base, delivery, message, locale, rng):
        place = self.place(base, delivery, message, locale, rng)
        earlier = self.change(place) if place else None
        if not earlier or earlier == place.source or len(earlier) > LIMITS[place.field]:
            return False
        delivery.earlier[message, locale, place.field] = earlier
        delivery.plants.append(Plant(self, message, (locale,), (place.field,), place.source, earlier))
        return True


class LocaleKind(Kind):
    """A kind of defect that affects all texts of a locale, or of two."""

    def __init__(self, id, rules, pairs, is_swap, is_public=False):
        super().__init__(id, rules, None, beside=ANYTHING, is_public=is_public)
        self.pairs, self.is_swap = pairs, is_swap

    def deliveries(self, base, seed, forms, copies=None):
        for form in forms:
            rng = random.Random(f"{seed}/{self.id}/{form}")
            pairs = self.pairs(base)
            rng.shuffle(pairs)
            for index, group in enumerate(self.groups(pairs)):
                delivery = Delivery(f"{self.id} in {form}, {index + 1}", base.copy(), form)
                for left, right in group:
                    self.strike(delivery, left, right)
                yield delivery

    def groups(self, pairs):
        """Two pairs in each delivery, because most of a real delivery is correct, too; each locale once."""
        pairs = list(pairs)
        while pairs:
            first = pairs.pop(0)
            second = next((pair for pair in pairs if not set(pair) & set(first)), None)
            if second:
                pairs.remove(second)
            yield [first] + ([second] if second else [])

    def strike(self, delivery, left, right):
        struck = [texts for texts in delivery.messages.values() if left in texts and right in texts]
        for texts in struck:
            texts[left], texts[right] = texts[right], texts[left] if self.is_swap else texts[right]
        locales = (left, right) if self.is_swap else (left,)
        texts = struck[0]
        group = f"{left} is {right}"
        delivery.plants.append(Plant(self, None, locales, after=f"{left} is {texts[left]['body']}", group=group))


def swaps(same_script):
    """Pairs of locales in different languages, of one script or of two: each locale in a few of them."""
    def pairs(base):
        rng, result, uses = random.Random("swaps"), [], {}
        every = [
            (left, right) for left in base.locales for right in base.locales
            if left < right and SOURCE not in (left, right) and language(left) != language(right)
            and (has_own_script(base.joined(right), left) or has_own_script(base.joined(left), right)
                 or SCRIPTS.get(left) == SCRIPTS.get(right)) == same_script
        ]
        rng.shuffle(every)
        for pair in every:
            if all(uses.get(locale, 0) < 3 for locale in pair):
                result.append(pair)
                for locale in pair:
                    uses[locale] = uses.get(locale, 0) + 1
        return result
    return pairs


def replacements(is_other_script):
    """Each locale twice with the texts of another language."""
    def pairs(base):
        rng, result = random.Random("replacements"), []
        for left in base.locales:
            if left == SOURCE:
                continue
            rights = [
                right for right in base.locales
                if right != SOURCE and language(left) != language(right)
                and has_wrong_script(base.joined(right), left) == is_other_script
            ]
            result += [(left, right) for right in rng.sample(rights, min(2, len(rights)))]
        return result
    return pairs


# MARK: Languages and scripts


def record_in_another_language(place):
    other = place.elsewhere(
        lambda locale: language(locale) != language(place.locale)
        and not has_wrong_script(" ".join(place.base.messages[place.name][locale].values()), place.locale)
    )
    letters = sum(character.isalpha() for text in (other or {}).values() for character in text)
    return dict(other) if letters >= 60 else None


def field_in_another_script(place):
    fits = lambda locale: has_wrong_script(place.base.messages[place.name][locale][place.field], place.locale)
    other = place.elsewhere(fits)
    return other and place.with_text(other[place.field])


def other_chinese(place):
    twin = {"zh-Hans": "zh-Hant", "zh-Hant": "zh-Hans"}.get(place.locale)
    return twin and dict(place.base.messages[place.name][twin])


LOOKALIKES = dict(zip("aceopxyABCEHKMOPTX", "асеорхуАВСЕНКМОРТХ"))


def lookalike(place, is_from_latin):
    table = LOOKALIKES if is_from_latin else {cyrillic: latin for latin, cyrillic in LOOKALIKES.items()}
    wanted = "LATIN" if is_from_latin else "CYRILLIC"
    places = [
        index for index, character in enumerate(place.text[1:-1], 1)
        if character in table and any(n.isalpha() and script(n) == wanted for n in place.text[index - 1] + place.text[index + 1])
    ]
    if not places or (not is_from_latin and wanted not in SCRIPTS.get(place.locale, ())):
        return None
    index = place.rng.choice(places)
    return place.with_text(place.text[:index] + table[place.text[index]] + place.text[index + 1:])


# MARK: Numbers, brands, lengths


def with_other_digit(text, rng, pattern):
    run = re.search(pattern, text)
    if not run:
        return None
    places = [index for index in range(*run.span()) if text[index].isdigit()]
    index = rng.choice(places)
    zero = ord(text[index]) - int(text[index])
    digits = [digit for digit in range(1, 10) if digit != int(text[index])]
    return text[:index] + chr(zero + rng.choice(digits)) + text[index + 1:]


BLANKS = f" {NBSP}{NNBSP}"


def digit_changed(place):
    return place.with_text(with_other_digit(place.text, place.rng, rf"^[\d.,٬{BLANKS}]*\d(?= ·)"))


def percentage_changed(place):
    return place.with_text(with_other_digit(place.text, place.rng, rf"\d+(?=[{BLANKS}]?[%٪])|(?<=%)\d+"))


def number_exchanged(place):
    count = COUNTS[place.copy % len(COUNTS)]
    other = place.rng.choice([value for value in COUNTS + (90,) if value != count])
    return place.with_text(f"{place.text.split(' · ')[1]} – {number(other, place.locale)}")


def number_dropped(place):
    return place.with_text(place.text.split(" · ")[1]) if COUNTS[place.copy % len(COUNTS)] > 12 else None


def number_added(place):
    return place.with_text(f"{place.text} {number(place.rng.choice((24, 90, 1500)), place.locale)}")


def brand_to(change):
    """Changes the brand, which is the text before the colon, with an ending in some languages."""
    def changed(place):
        brand, rest = place.text.split(": ", 1)
        name = change(place, brand)
        return None if name is None else place.with_text(f"{name}: {rest}" if name else rest)
    return changed


def misspelled(place, brand):
    index = place.rng.randrange(1, len(BRAND) - 2)
    return place.rng.choice((
        brand[:index] + brand[index + 1] + brand[index] + brand[index + 2:],
        brand[:index] + brand[index + 1:],
        brand[:index] + brand[index] + brand[index:],
        brand[:index] + place.rng.choice("aeoklz") + brand[index + 1:],
    )).replace(BRAND, "Nortlight")  # two equal letters exchanged are no change


def cut_at_limit(place):
    """Cuts off a longer text at the field's limit, as some tools do."""
    texts = [fields for name, fields in place.base.messages.items() if name != place.name]
    place.rng.shuffle(texts)
    between = "" if place.locale in UNSPACED else " "
    more = [fields["body"] for fields in [{"body": place.fields["body"]}] * (place.field == "header")]
    more += [fields[place.locale]["body"] for fields in texts]
    text = between.join([place.text] + more)[:LIMITS[place.field]]
    # A cut after a sentence or a word can be detected only by its length, or not at all.
    is_cut = len(text) == LIMITS[place.field] and text[-1] not in FINAL and not text[-1].isspace()
    return place.with_text(text) if is_cut else None


def cut_in_a_word(place):
    """Ends a body inside a word although the source ends its sentence. Thai has no sentence ends."""
    if place.locale == "th" or place.source[-1] not in FINAL:
        return None
    text = place.text
    places = [
        index for index in range(len(text) // 2, len(text) - 2)
        if all(character.isalpha() for character in text[index - 2:index + 2])
    ]
    return place.with_text(text[:place.rng.choice(places)]) if places else None


def shortened(place):
    words = place.text.split(" ")
    text = place.text[:max(3, len(place.text) // 8)] if place.locale in UNSPACED else words[0]
    return place.with_text(text) if len(text) * 8 <= len(place.text) and len(place.source) >= 20 else None


# MARK: Characters


def double_encoded(text):
    """Reads UTF-8 as Windows-1252; bytes that it lacks stay as they are, as in browsers."""
    def character(byte):
        try:
            return bytes([byte]).decode("cp1252")
        except UnicodeDecodeError:
            return chr(byte)
    return "".join(character(byte) for byte in text.encode("utf-8"))


def mojibake_text(place):
    return place.with_text(double_encoded(place.text)) if not place.text.isascii() else None


def mojibake_word(place):
    runs = [match for match in re.finditer(r"[^\s.,;:!?…«»„“”\"·%–-]{2,}", place.text) if not match[0].isascii()]
    if not runs:
        return None
    run = place.rng.choice(runs)
    end = min(run.end(), run.start() + 8)
    return place.with_text(place.text[:run.start()] + double_encoded(place.text[run.start():end]) + place.text[end:])


def inserted(character, is_fit=lambda locale: True):
    """Inserts a character inside a word."""
    def changed(place):
        text = place.text
        places = [index for index in range(1, len(text)) if text[index - 1].isalpha() and text[index].isalpha()]
        if not places or not is_fit(place.locale):
            return None
        index = place.rng.choice(places)
        return place.with_text(text[:index] + character + text[index:])
    return changed


def instead_of_space(*replacements):
    def changed(place):
        spaces = [match.start() for match in re.finditer(r"(?<=\w) (?=\w)", place.text)]
        if not spaces or place.locale in UNSPACED:
            return None
        index = place.rng.choice(spaces)
        return place.with_text(place.text[:index] + place.rng.choice(replacements) + place.text[index + 1:])
    return changed


def escaped_quote(place):
    if re.search("[’']", place.text):
        return place.with_text(re.sub("[’']", r"\\'", place.text, count=1))
    word = place.word()
    return word and place.with_text(f'{place.text[:word.start()]}\\"{word[0]}\\"{place.text[word.end():]}')


def escaped_letter(place):
    places = [index for index, character in enumerate(place.text) if ord(character) > 127 and character.isalpha()]
    if not places:
        return None
    index = place.rng.choice(places)
    return place.with_text(f"{place.text[:index]}\\u{ord(place.text[index]):04x}{place.text[index + 1:]}")


# MARK: Fields


def header_in_body(place):
    return {"body": place.fields["header"]}


def from_another_message(place):
    # One in each locale: a text that was copied to another message no longer belongs to one alone.
    if any(place.locale in plant.locales for plant in place.delivery.plants):
        return None
    other = place.rng.choice([name for name in place.delivery.messages if name != place.message])
    text = place.delivery.messages[other][place.locale][place.field]
    return {place.field: text, "others": (other,)} if len(text) >= 12 else None


def reworded(place):
    """Rewords one of two copies with the same source."""
    if place.copy != 1:
        return None
    return {place.field: place.text.rstrip(FINAL) + ("！" if place.locale in UNSPACED else "!"), "others": (f"{place.name}-0",)}


def doubled_word(place):
    word = place.word() if place.locale not in ("hi", "ko", "tr") else None
    return word and place.with_text(f"{place.text[:word.end()]} {word[0]}{place.text[word.end():]}")


def bracket_dropped(place):
    if "(" not in place.text:
        return None
    return place.with_text(place.text.replace(place.rng.choice("()"), "", 1))


def quote_dropped(place):
    closing = next((mark for mark in "“」»\"" if mark in place.text), None)
    # The last one: „…“ closes with the mark that opens in English.
    return closing and place.with_text("".join(place.text.rsplit(closing, 1)))


def other_end(place):
    if place.text[-1] not in ".。।":
        return None
    return place.with_text(place.text[:-1] + ("？" if place.text[-1] == "。" else "؟" if place.locale == "ar-SA" else "?"))


def added(*additions, only=None):
    """Adds something after the text."""
    def changed(place):
        if only and place.locale not in only:
            return None
        return place.with_text(f"{place.text} {place.rng.choice(additions)}")
    return changed


PRICES = {
    "de-DE": "4,99 €", "en-GB": "£3.99", "fr-FR": f"4,99{NBSP}€", "it": "4,99 €", "ja": "¥600", "ko": "5,900원", "pl": "19,99 zł",
    "pt-BR": "R$ 19,90", "ru": "399 ₽", "sv": "49 kr", "tr": "₺149,99", "zh-Hans": "￥30", "zh-Hant": "NT$150",
}


def price_added(place):
    return place.with_text(f"{place.text} {PRICES.get(place.locale, '') or place.rng.choice(('$4.99', '4.99 USD', '4,99 €'))}")


def test_text(place):
    return place.with_text(place.rng.choice((
        "Lorem ipsum dolor sit amet", f"TODO {place.text}", f"{place.text} xxx", f"[!!! {place.text} !!!]", f"{place.text} TODO",
    )))


# MARK: Spelling

# Locales whose words are checked, if their dictionaries are installed. Debian has none for Finnish and Malay.
SPELLED = """
    ar-SA ca cs da de-DE el en-AU en-CA en-GB es-ES es-MX fr-CA fr-FR he hr hu id it nl-NL no pl pt-BR pt-PT ro ru sk sl-SI sv tr uk vi
""".split()
# Written with accents, which people without the right keyboard leave out.
ACCENTED = "ca cs da de-DE el es-ES es-MX fr-CA fr-FR hr hu it no pl pt-BR pt-PT ro sk sl-SI sv tr vi".split()
FOLDED = str.maketrans({
    "ß": "ss", "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ı": "i",
})
# Two letters that stand for one, as on a keyboard without it.
SPELT_OUT = {
    "de-DE": str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}),
    "da": str.maketrans({"å": "aa", "æ": "ae", "ø": "oe", "Å": "Aa", "Æ": "Ae", "Ø": "Oe"}),
}
SPELT_OUT["no"] = SPELT_OUT["da"]
WORD = re.compile(r"[^\W\d_]+")
# Languages whose readers often take one for the other; a text of the second is planted into the first.
CLOSE = [
    ("ca", "es-ES"), ("cs", "pl"), ("cs", "sk"), ("da", "no"), ("da", "sv"), ("de-DE", "nl-NL"), ("es-ES", "ca"), ("es-ES", "it"),
    ("es-ES", "pt-BR"), ("hr", "sl-SI"), ("id", "ms"), ("it", "es-ES"), ("ms", "id"), ("nl-NL", "de-DE"), ("no", "da"), ("no", "sv"),
    ("pl", "cs"), ("pt-BR", "es-ES"), ("pt-BR", "pt-PT"), ("pt-PT", "es-ES"), ("pt-PT", "pt-BR"), ("ru", "uk"), ("sk", "cs"),
    ("sl-SI", "hr"), ("sv", "da"), ("sv", "no"), ("uk", "ru"),
]


def folded(text):
    """Without accents; й and ё are letters of their own."""
    return "".join(
        letter if "CYRILLIC" in unicodedata.name(letter, "") else
        "".join(c for c in unicodedata.normalize("NFD", letter.translate(FOLDED)) if not unicodedata.combining(c))
        for letter in text
    )


def misspelling(change):
    """Changes the letters of one word. A word of the source is a name, and few letters often make another word."""
    def changed(place):
        if place.locale not in SPELLED:
            return None
        source = {word.lower() for word in WORD.findall(place.source)}
        words = [
            word for word in WORD.finditer(place.text)
            if len(word[0]) >= 5 and word[0][1:] == word[0][1:].lower() and word[0].lower() not in source
            and BRAND.lower() not in word[0].lower()
        ]
        place.rng.shuffle(words)
        for word in words:
            slip = change(word[0], place)
            if slip and slip != word[0]:
                return {place.field: place.text[:word.start()] + slip + place.text[word.end():], "word": slip}
        return None
    return changed


def letters_exchanged(word, place):
    places = [index for index in range(1, len(word) - 1) if word[index] != word[index + 1]]
    index = place.rng.choice(places) if places else 0
    return places and word[:index] + word[index + 1] + word[index] + word[index + 2:]


def letter_lost(word, place):
    index = place.rng.randrange(1, len(word))
    return word[:index] + word[index + 1:]


def letter_doubled(word, place):
    index = place.rng.randrange(1, len(word))
    return word[:index] + word[index] + word[index:]


def accent_lost(word, place):
    places = [index for index in range(len(word)) if folded(word[index]) != word[index]]
    if not places or place.locale not in ACCENTED:
        return None
    index = place.rng.choice(places)
    return word[:index] + folded(word[index]) + word[index + 1:]


def accents_lost(place):
    """A text typed without accents; at least two of its words change."""
    if place.locale not in ACCENTED:
        return None
    text = place.text
    if place.locale in SPELT_OUT and place.rng.random() < 0.5:
        text = text.translate(SPELT_OUT[place.locale])
    text = folded(text)
    changes = sum(word != folded(word) for word in WORD.findall(place.text))
    return place.with_text(text) if changes >= 2 else None


def text_in_close_language(place):
    """The same text from a neighbour's file, if it has two other words."""
    texts = place.base.messages[place.name]
    neighbours = [other for own, other in CLOSE if own == place.locale and place.field in texts.get(other, ())]
    if not neighbours:
        return None
    neighbour = place.rng.choice(neighbours)
    text = texts[neighbour][place.field]
    own, other = ({word.lower() for word in WORD.findall(text)} for text in (place.text, text))
    if len(other - own) < 2 or sum(map(str.isalpha, text)) < 25:
        return None
    return {place.field: text, "group": f"{place.locale} is {neighbour}"}


def close_pairs(base):
    return [
        pair for pair in CLOSE
        if sum(pair[0] in texts and pair[1] in texts for texts in base.messages.values()) >= 4
    ]


# MARK: Earlier sources


def earlier_word(place):
    """Another word of the same length or so, from another text."""
    words = [word for word in WORD.finditer(place.source) if len(word[0]) >= 4]
    others = {
        word for texts in place.base.messages.values() for text in texts.get(SOURCE, {}).values() for word in WORD.findall(text)
        if len(word) >= 4 and word.islower()
    }
    if not words:
        return None
    word = place.rng.choice(words)
    fitting = sorted(other for other in others if other != word[0].lower() and abs(len(other) - len(word[0])) <= 2)
    if not fitting:
        return None
    other = place.rng.choice(fitting)
    other = other.capitalize() if word[0][0].isupper() else other
    return place.source[:word.start()] + other + place.source[word.end():]


def without_a_word(place):
    words = [word for word in re.finditer(r" [^\W\d_]{2,}(?=[ .,!?])", place.source)]
    word = place.rng.choice(words) if words else None
    return word and place.source[:word.start()] + place.source[word.end():]


def earlier_number(place):
    numbers = list(re.finditer(r"\d+", place.source))
    if not numbers:
        return None
    number = place.rng.choice(numbers)
    value = place.rng.choice([value for value in (1, 3, 5, 10, 15, 20, 40, 90) if str(value) != number[0]])
    return place.source[:number.start()] + str(value) + place.source[number.end():]


def with_a_sentence(place):
    texts = [fields[field] for name, texts in place.base.messages.items() if name != place.name
             for fields in [texts.get(SOURCE, {})] for field in sorted(fields)]
    return f"{place.source} {place.rng.choice(texts)}" if texts else None


# MARK: All of them


KINDS = [
    LocaleKind("swap, one script", "swapped-locales", swaps(same_script=True), is_swap=True),
    LocaleKind("swap, two scripts", "swapped-locales", swaps(same_script=False), is_swap=True),
    LocaleKind("file in another language", "wrong-language", replacements(is_other_script=False), is_swap=False),
    LocaleKind("file in another script", "wrong-script", replacements(is_other_script=True), is_swap=False),
    Kind("record in another language", "wrong-language", record_in_another_language, ANYTHING, per_message=2),
    Kind("field in another script", "wrong-script", field_in_another_script, ANYTHING),
    Kind("the other Chinese", "chinese-variant", other_chinese, NUMBERS | SAMENESS | {"wrong-language"}),
    Kind("Cyrillic letter in a Latin word", "mixed-script-word", lambda place: lookalike(place, True), {"brand-changed"}),
    Kind("Latin letter in a Cyrillic word", "mixed-script-word", lambda place: lookalike(place, False)),
    Kind("UTF-8 twice, a text", "mojibake", mojibake_text, ANYTHING, exceeds=True),
    Kind("UTF-8 twice, a word", "mojibake", mojibake_word, ANYTHING, exceeds=True),
    Kind("zero-width space", "invisible-character", inserted("\u200b", lambda locale: locale != "th"), {"brand-changed"}),
    Kind("direction override", ("direction-override", "invisible-character"), inserted("\u202e"), {"brand-changed"}),
    Kind("escaped line break", ("escape-left", "line-break"), instead_of_space(r"\n", r" \n", r"\r\n")),
    Kind("escaped quote", "escape-left", escaped_quote),
    Kind("escaped letter", "escape-left", escaped_letter, NUMBERS),
    Kind("escaped ampersand", ("escape-left", "markup-left"), instead_of_space(" &amp; ")),
    Kind("cut at the limit", "truncated-text", cut_at_limit, NUMBERS | TAIL | SAMENESS | {"unbalanced"}),
    Kind("cut in a word", "truncated-text", cut_in_a_word, NUMBERS | TAIL | {"unbalanced"}, fields=("body",)),
    Kind("digit changed", "numbers-differ", digit_changed, NUMBERS, numbered, ("header",)),
    Kind("percentage changed", "numbers-differ", percentage_changed, NUMBERS, numbered, ("body",)),
    Kind("number exchanged", "numbers-differ", number_exchanged, NUMBERS, numbered, ("header",)),
    Kind("number dropped", "numbers-differ", number_dropped, NUMBERS | {"same-target-different-source"}, numbered, ("header",)),
    Kind("number added", "numbers-differ", number_added, NUMBERS),
    # The same percentages, for the rule that compares with other locales.
    Kind("percentage not the others'", "numbers-across-locales", percentage_changed, NUMBERS, numbered, ("body",)),
    Kind("price", "price-in-text", price_added, NUMBERS | TAIL),
    Kind("brand dropped", "brand-changed", brand_to(lambda place, brand: ""), TAIL, branded, ("header",)),
    Kind("brand misspelt", "brand-changed", brand_to(misspelled), (), branded, ("header",)),
    Kind("brand in lower case", "brand-changed", brand_to(lambda place, brand: brand.lower()), (), branded, ("header",)),
    Kind("brand translated", "brand-changed", brand_to(lambda place, brand: BRAND_TRANSLATIONS.get(place.locale)), (), branded,
         ("header",)),
    Kind("another message's text", "same-target-different-source", from_another_message, NUMBERS | TAIL | SAMENESS, copies=1,
         per_message=5),
    Kind("one source, two targets", "same-source-different-target", reworded, TAIL, copies=2),
    Kind("header as body", "header-equals-body", header_in_body, NUMBERS | TAIL | SAMENESS, fields=("body",)),
    Kind("word twice", "doubled-word", doubled_word),
    Kind("two blanks", "double-space", instead_of_space("  ")),
    Kind("shortened", "length-suspicious", shortened, ANYTHING, fields=("body",)),
    Kind("another end", "end-punctuation", other_end, fields=("body",)),
    Kind("bracket dropped", "unbalanced", bracket_dropped, (), bracketed),
    Kind("quote dropped", "unbalanced", quote_dropped, TAIL),
    Kind("emoji", "emoji", added("🎉", "⭐", "🌌", "❤️"), TAIL),
    Kind("address", "contact-or-link",
         added("www.example.com", "https://example.com/stay", "help@example.com", "example.com/stay"), TAIL),
    Kind("other platform", "other-platform", added("Android", "Google Play", "BlackBerry", "Windows Phone"), TAIL),
    Kind("test text", "test-text", test_text, ANYTHING),
    Kind("letters exchanged", "misspelling", misspelling(letters_exchanged), is_public=True),
    Kind("letter lost", "misspelling", misspelling(letter_lost), is_public=True),
    Kind("letter doubled", "misspelling", misspelling(letter_doubled), is_public=True),
    Kind("accent lost", ("misspelling", "lost-accents"), misspelling(accent_lost), is_public=True),
    Kind("accents lost", ("lost-accents", "misspelling"), accents_lost, {"unknown-word"} | SAMENESS, is_public=True),
    Kind("text in a close language", "wrong-language", text_in_close_language, ANYTHING, per_message=2, is_public=True),
    LocaleKind("file in a close language", "wrong-language", close_pairs, is_swap=False, is_public=True),
    OutdatedKind("earlier source, a word", earlier_word),
    OutdatedKind("earlier source, without a word", without_a_word),
    OutdatedKind("earlier source, a number", earlier_number),
    OutdatedKind("earlier source, a sentence more", with_a_sentence),
    Kind("promise", "future-promise", added("Coming soon.", "More in a future update.", only={"en-GB"}), TAIL),
]
