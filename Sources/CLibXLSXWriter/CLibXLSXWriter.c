#include "CLibXLSXWriter.h"

#include <dlfcn.h>
#include <stddef.h>

/* The oldest and the newest version that is known to fit, and those between them. */
static const char *const names[] = {
#if defined(__APPLE__)
    "libxlsxwriter.dylib", "/opt/homebrew/opt/libxlsxwriter/lib/libxlsxwriter.dylib",
    "/usr/local/opt/libxlsxwriter/lib/libxlsxwriter.dylib",
#else
    "libxlsxwriter.so.4", "libxlsxwriter.so.8", "libxlsxwriter.so.7", "libxlsxwriter.so.6", "libxlsxwriter.so.5",
#endif
};

int glossport_load_xlsxwriter(struct glossport_xlsxwriter *functions) {
    void *library = NULL;
    for (size_t index = 0; library == NULL && index < sizeof names / sizeof names[0]; index++) {
        /* Never closed: it stays for as long as the process. */
        library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    }
    if (library == NULL) return 0;
#define GLOSSPORT_LOAD(name) \
    if ((*(void **)&functions->name = dlsym(library, #name)) == NULL) return 0;
    GLOSSPORT_XLSXWRITER_FUNCTIONS(GLOSSPORT_LOAD)
#undef GLOSSPORT_LOAD
    return 1;
}

lxw_workbook *glossport_workbook_new(
    const struct glossport_xlsxwriter *functions, const char *path, const char *folder) {
    /* Later versions have more options, which all are off. */
    struct {
        lxw_workbook_options options;
        void *later[16];
    } room = {0};
    room.options.tmpdir = (char *)folder;
    return functions->workbook_new_opt(path, &room.options);
}
