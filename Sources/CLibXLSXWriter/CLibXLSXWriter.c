#include "CLibXLSXWriter.h"

#include <dlfcn.h>
#include <stddef.h>

int glossport_load_xlsxwriter(const char *name, struct glossport_xlsxwriter *functions) {
    /* Never closed, because the library is used until the process exits. */
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
#define GLOSSPORT_LOAD(name) \
    if ((*(void **)&functions->name = dlsym(library, #name)) == NULL) return 0;
    GLOSSPORT_XLSXWRITER_FUNCTIONS(GLOSSPORT_LOAD)
#undef GLOSSPORT_LOAD
    return 1;
}

lxw_workbook *glossport_workbook_new(
    const struct glossport_xlsxwriter *functions, const char *path, const char *folder) {
    /* Later versions have more options, which are all off. */
    struct {
        lxw_workbook_options options;
        void *later[16];
    } room = {0};
    room.options.tmpdir = (char *)folder;
    return functions->workbook_new_opt(path, &room.options);
}
