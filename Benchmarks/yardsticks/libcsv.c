/* The least that a program on libcsv can do: count the callbacks. */
#include <csv.h>
#include <stdio.h>

static void on_field(void *content, size_t length, void *counts) {
    (void)content;
    (void)length;
    ((size_t *)counts)[0]++;
}

static void on_row(int terminator, void *counts) {
    (void)terminator;
    ((size_t *)counts)[1]++;
}

int main(int argc, char **argv) {
    static char buffer[65536];
    size_t counts[2] = {0, 0}, length;
    struct csv_parser parser;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file || csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) return 1;
    while ((length = fread(buffer, 1, sizeof buffer, file)) > 0)
        if (csv_parse(&parser, buffer, length, on_field, on_row, counts) != length) return 2;
    if (csv_fini(&parser, on_field, on_row, counts) != 0) return 2;
    csv_free(&parser);
    printf("%zu cells in %zu rows\n", counts[0], counts[1]);
    return fclose(file);
}
