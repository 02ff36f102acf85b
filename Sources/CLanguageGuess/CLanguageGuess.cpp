#include "CLanguageGuess.h"

// The manifest defines this macro if it finds CLD2; without it, no language is detected, and the rules report that.
#ifdef GLOSSPORT_HAS_CLD2
// The header does not include everything that it uses.
#include <cstdio>
#include <cstring>
#include <vector>

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

extern "C" int glossport_guess_language(const char *text, int length, char code[16], int *percent) {
    const CLD2::CLDHints hints = {nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
    CLD2::Language languages[3];
    int percents[3];
    double scores[3];
    int textBytes = 0;
    bool isReliable = false;
    // Best effort, because the texts are short; CLD2's reliability flag is meaningless for them.
    CLD2::ExtDetectLanguageSummary(text, length, true, &hints, CLD2::kCLDFlagBestEffort, languages, percents, scores,
                                   nullptr, &textBytes, &isReliable);
    if (languages[0] == CLD2::UNKNOWN_LANGUAGE || percents[0] == 0) return 0;
    std::snprintf(code, 16, "%s", CLD2::LanguageCode(languages[0]));
    *percent = percents[0];
    return 1;
}

extern "C" int glossport_can_guess_languages(void) { return 1; }
#else
extern "C" int glossport_guess_language(const char *, int, char[16], int *) { return 0; }
extern "C" int glossport_can_guess_languages(void) { return 0; }
#endif
