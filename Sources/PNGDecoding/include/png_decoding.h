#ifndef GLOSSPORT_PNG_DECODING_H
#define GLOSSPORT_PNG_DECODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The properties of a PNG file, as far as it could be decoded. */
struct png_decoding {
    uint32_t width, height;
    /* Whether there is an alpha channel or a tRNS chunk. */
    bool has_transparency;
    /* Whether a pixel is not fully opaque; x and y are the first such pixel, counted from 0. */
    bool is_translucent;
    uint32_t x, y;
    /* Whether every pixel and every chunk up to IEND was read. */
    bool is_complete;
    /* The reason why decoding failed; empty if it did not, or if the image exceeds the maximum. */
    char error[128];
    /* The number of bytes read before decoding stopped. */
    size_t offset;
};

/* Decodes a file in memory.
 *
 * Written in C because libpng reports errors by longjmp, which must not cross a Swift frame. If the image exceeds
 * `maximum_pixels`, only the header is read. */
struct png_decoding png_decode(const uint8_t *bytes, size_t count, uint64_t maximum_pixels);

#endif
