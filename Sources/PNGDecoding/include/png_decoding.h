#ifndef GLOSSPORT_PNG_DECODING_H
#define GLOSSPORT_PNG_DECODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The properties of a PNG file, as far as it could be decoded. */
struct png_decoding {
    uint32_t width, height;
    /* An alpha channel, or a tRNS chunk. */
    bool has_transparency;
    /* A pixel that is not fully opaque; the first one, counted from 0. */
    bool is_translucent;
    uint32_t x, y;
    /* Whether every pixel and every chunk up to IEND was read. */
    bool is_complete;
    /* The message of libpng if it was not. */
    char error[128];
    /* Bytes of the file up to where it stopped. */
    size_t offset;
};

/*
 * Decodes a file in memory.
 *
 * In C, because libpng reports errors by longjmp, which must not cross a Swift frame.
 * Above `maximum_pixels` only the header is read.
 */
struct png_decoding png_decode(const uint8_t *bytes, size_t count, uint64_t maximum_pixels);

#endif
