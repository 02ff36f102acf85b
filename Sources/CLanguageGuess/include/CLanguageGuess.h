#ifndef GLOSSPORT_LANGUAGE_GUESS_H
#define GLOSSPORT_LANGUAGE_GUESS_H

#ifdef __cplusplus
extern "C" {
#endif

/// Detects the language of a text with CLD2 and its built-in tables.
///
/// \param text Valid UTF-8.
/// \param length The length in bytes.
/// \param code Receives the null-terminated ISO 639 code.
/// \param percent Receives the share of the text that is in this language.
/// \returns 1; 0 if the text is inconclusive or the library is not in this build.
int glossport_guess_language(const char *text, int length, char code[16], int *percent);

/// \returns Whether the library is in this build.
int glossport_can_guess_languages(void);

#ifdef __cplusplus
}
#endif

#endif
