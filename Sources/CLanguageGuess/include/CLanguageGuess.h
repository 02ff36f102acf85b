#ifndef GLOSSPORT_LANGUAGE_GUESS_H
#define GLOSSPORT_LANGUAGE_GUESS_H

#ifdef __cplusplus
extern "C" {
#endif

/// The language of a text, detected by CLD2 with its built-in tables.
///
/// \param text UTF-8, valid.
/// \param length In bytes.
/// \param code Gets the ISO 639 code with its terminating zero.
/// \param percent Gets how much of the text speaks for it.
/// \returns 1; 0 where the text says too little, or the library is not in this build.
int glossport_guess_language(const char *text, int length, char code[16], int *percent);

/// \returns Whether the library is in this build.
int glossport_can_guess_languages(void);

#ifdef __cplusplus
}
#endif

#endif
