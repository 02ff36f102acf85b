"""Defects to plant into clean messages: mistakes of vendors, tools and tired people.

A kind of defect changes the texts of one record, or of a whole locale, and names the rule that must find it and other rules
that may report it as well. Everything is drawn from a seeded generator, so two runs plant the same.
"""
import random
import re
import unicodedata

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

    def __init__(self, kind, message, locales, fields=(), before="", after="", others=()):
        self.kind, self.message, self.locales, self.fields = kind, message, locales, fields
        self.before, self.after = before, after
        self.others = others  # other messages with a part of the same defect

    def covers(self, finding):
        if finding.get("locale") not in self.locales:
            return False
        return self.message is None or finding.get("message") in (self.message, *self.others, None)

    def name(self):
        return f"{self.message or 'all'}[{' and '.join(self.locales)}]"


class Delivery:
    """Messages, the defects planted into them, and the form in which to write them."""

    def __init__(self, name, messages, form="csv", copies=1):
        self.name, self.messages, self.form, self.copies = name, messages, form, copies
        self.sources = {name: dict(texts[SOURCE]) for name, texts in messages.items()}
        self.plants = []


class Place:
    """A field of a record that may get a defect, with its surroundings."""

    def __init__(self, base, delivery, message, locale, field, rng):
        self.base, self.delivery, self.message, self.locale, self.field, self.rng = base, delivery, message, locale, field, rng
        self.fields = delivery.messages[message][locale]
        self.text = self.fields[field]
        self.source = delivery.sources[message][field]
        self.name, copy = message.rsplit("-", 1)
        self.copy = int(copy)

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
        locales = [locale for locale in self.base.locales if locale not in (self.locale, SOURCE) and is_fit(locale)]
        return texts[self.rng.choice(locales)] if locales else None


class Kind:
    """A kind of defect that is planted into single records."""

    def __init__(self, id, rules, change, beside=frozenset(), clean=None, fields=("header", "body"), copies=COPIES, exceeds=False,
                 per_message=PLANTS_PER_MESSAGE):
        self.id, self.change, self.clean, self.fields, self.copies, self.exceeds = id, change, clean, fields, copies, exceeds
        self.rules = rules if isinstance(rules, tuple) else (rules,)
        self.beside, self.per_message = beside, per_message

    def explains(self, rule):
        return self.beside is ANYTHING or rule in self.beside or rule in self.rules

    def deliveries(self, base, seed, forms):
        for form in forms:
            rng = random.Random(f"{seed}/{self.id}/{form}")
            clean = base.copy(self.clean or (lambda copy, locale, fields: fields), self.copies)
            delivery = Delivery(f"{self.id} in {form}", clean, form, self.copies)
            for message in clean:
                locales = [locale for locale in base.locales if locale != SOURCE]
                rng.shuffle(locales)
                planted = 0
                for locale in locales:
                    if planted == self.per_message:
                        break
                    planted += self.plant(base, delivery, message, locale, rng)
            yield delivery

    def plant(self, base, delivery, message, locale, rng):
        place = Place(base, delivery, message, locale, rng.choice(self.fields), rng)
        changed = self.change(place)
        if not changed or all(place.fields.get(field) == text for field, text in changed.items()):
            return False
        others = changed.pop("others", ())
        if not self.exceeds and any(len(text) > LIMITS[field] for field, text in changed.items()):
            return False
        before = {field: place.fields[field] for field in changed}
        place.fields.update(changed)
        delivery.plants.append(
            Plant(self, message, (locale,), tuple(changed), " / ".join(before.values()), " / ".join(changed.values()), others)
        )
        return True


class LocaleKind(Kind):
    """A kind of defect that affects all texts of a locale, or of two."""

    def __init__(self, id, rules, pairs, is_swap):
        super().__init__(id, rules, None, beside=ANYTHING)
        self.pairs, self.is_swap = pairs, is_swap

    def deliveries(self, base, seed, forms):
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
        for texts in delivery.messages.values():
            texts[left], texts[right] = texts[right], texts[left] if self.is_swap else texts[right]
        locales = (left, right) if self.is_swap else (left,)
        texts = list(delivery.messages.values())[0]
        delivery.plants.append(Plant(self, None, locales, after=f"{left} is {texts[left]['body']}"))


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
    Kind("promise", "future-promise", added("Coming soon.", "More in a future update.", only={"en-GB"}), TAIL),
]
