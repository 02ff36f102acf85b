#ifndef C_LIB_XLSXWRITER_H
#define C_LIB_XLSXWRITER_H

/* Homebrew's folders are not on the default search path. */
#if __has_include(<xlsxwriter.h>)
#include <xlsxwriter.h>
#elif __has_include("/opt/homebrew/include/xlsxwriter.h")
#include "/opt/homebrew/include/xlsxwriter.h"
#else
#include "/usr/local/include/xlsxwriter.h"
#endif

/* The functions of libxlsxwriter that Glossport calls.
 *
 * The library is loaded when a workbook is written: it depends on OpenSSL, and its file name differs between Debian
 * releases, so that a program linked with one version can't start with another. These functions and their structures
 * are the same in 1.1.4 (4) and 1.2.1 (8), except for the options of a workbook. */
#define GLOSSPORT_XLSXWRITER_FUNCTIONS(FUNCTION)  \
    FUNCTION(lxw_strerror)                        \
    FUNCTION(lxw_workbook_free)                   \
    FUNCTION(workbook_new_opt)                    \
    FUNCTION(workbook_set_properties)             \
    FUNCTION(workbook_add_format)                 \
    FUNCTION(workbook_add_worksheet)              \
    FUNCTION(workbook_close)                      \
    FUNCTION(format_set_align)                    \
    FUNCTION(format_set_bg_color)                 \
    FUNCTION(format_set_bold)                     \
    FUNCTION(format_set_border)                   \
    FUNCTION(format_set_border_color)             \
    FUNCTION(format_set_font_color)               \
    FUNCTION(format_set_num_format)               \
    FUNCTION(format_set_reading_order)            \
    FUNCTION(format_set_text_wrap)                \
    FUNCTION(format_set_unlocked)                 \
    FUNCTION(worksheet_conditional_format_range)  \
    FUNCTION(worksheet_data_validation_range)     \
    FUNCTION(worksheet_fit_to_pages)              \
    FUNCTION(worksheet_freeze_panes)              \
    FUNCTION(worksheet_ignore_errors)             \
    FUNCTION(worksheet_protect)                   \
    FUNCTION(worksheet_repeat_rows)               \
    FUNCTION(worksheet_right_to_left)             \
    FUNCTION(worksheet_set_column)                \
    FUNCTION(worksheet_set_landscape)             \
    FUNCTION(worksheet_set_paper)                 \
    FUNCTION(worksheet_set_row)                   \
    FUNCTION(worksheet_write_blank)               \
    FUNCTION(worksheet_write_comment_opt)         \
    FUNCTION(worksheet_write_formula_num)         \
    FUNCTION(worksheet_write_number)              \
    FUNCTION(worksheet_write_string)

struct glossport_xlsxwriter {
#define GLOSSPORT_FIELD(name) __typeof__(name) *_Nonnull name;
    GLOSSPORT_XLSXWRITER_FUNCTIONS(GLOSSPORT_FIELD)
#undef GLOSSPORT_FIELD
};

/* Loads the library with a file name. Returns 0 if this machine has no compatible one. */
int glossport_load_xlsxwriter(const char *_Nonnull name, struct glossport_xlsxwriter *_Nonnull functions);

/* Creates a workbook, whose parts are assembled in a temporary folder. */
lxw_workbook *_Nullable glossport_workbook_new(
    const struct glossport_xlsxwriter *_Nonnull functions, const char *_Nonnull path, const char *_Nonnull folder);

#endif
