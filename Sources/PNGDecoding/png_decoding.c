#include "png_decoding.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct source {
    const uint8_t *bytes;
    size_t count, offset;
    struct png_decoding *result;
};

static void read_bytes(png_structp png, png_bytep target, size_t count) {
    struct source *source = png_get_io_ptr(png);
    if (count > source->count - source->offset) {
        source->offset = source->count;
        png_error(png, "the file ends too early");
    }
    memcpy(target, source->bytes + source->offset, count);
    source->offset += count;
}

static void fail(png_structp png, png_const_charp message) {
    struct source *source = png_get_error_ptr(png);
    strncpy(source->result->error, message, sizeof source->result->error - 1);
    png_longjmp(png, 1);
}

/* libpng warns about tolerable problems, such as an invalid color profile. */
static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

/* Chunks that do not affect the pixels; compressed ones could inflate to gigabytes. Their checksums are still verified.
 */
static const png_byte ignored_chunks[] =
    "tEXt\0" "zTXt\0" "iTXt\0" "iCCP\0" "sPLT\0" "eXIf\0" "hIST\0" "pCAL\0" "sCAL\0" "tIME";

/* Finds the first pixel that is not opaque; alpha is the last sample of each pixel. */
static void check_alpha(const png_byte *row, uint32_t y, uint32_t width, size_t sample, struct png_decoding *result) {
    if (result->is_translucent) return;
    const size_t pixel = 4 * sample;
    for (uint32_t x = 0; x < width; x++) {
        const png_byte *alpha = row + x * pixel + 3 * sample;
        if (alpha[0] != 0xFF || (sample == 2 && alpha[1] != 0xFF)) {
            result->is_translucent = true;
            result->x = x;
            result->y = y;
            return;
        }
    }
}

struct png_decoding png_decode(const uint8_t *bytes, size_t count, uint64_t maximum_pixels) {
    struct png_decoding result = {0};
    struct source source = {bytes, count, 0, &result};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, fail, ignore);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    /* volatile, because both are set after setjmp and freed after longjmp. */
    png_byte *volatile pixels = NULL;
    if (!info) {
        strcpy(result.error, "there is no memory");
        png_destroy_read_struct(&png, NULL, NULL);
        return result;
    }
    if (setjmp(png_jmpbuf(png)) == 0) {
        png_set_read_fn(png, &source, read_bytes);
        png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
        png_set_chunk_malloc_max(png, 8 << 20);
        png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, ignored_chunks, sizeof ignored_chunks / 5);
        png_read_info(png, info);
        result.width = png_get_image_width(png, info);
        result.height = png_get_image_height(png, info);
        const int color_type = png_get_color_type(png, info);
        result.has_transparency = (color_type & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, info, PNG_INFO_tRNS);
        if ((uint64_t)result.width * result.height <= maximum_pixels) {
            /* Without transparency the sample values are irrelevant; decoding them is enough. */
            if (result.has_transparency) {
                png_set_expand(png);
                if (!(color_type & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(png);
            }
            const int passes = png_set_interlace_handling(png);
            png_read_update_info(png, info);
            const size_t row = png_get_rowbytes(png, info);
            const size_t sample = png_get_bit_depth(png, info) == 16 ? 2 : 1;
            /* An interlaced image is complete only after its last pass, so all rows are kept. */
            pixels = malloc(passes > 1 ? row * result.height : row);
            if (!pixels) png_error(png, "there is no memory");
            for (int pass = 0; pass < passes; pass++) {
                for (uint32_t y = 0; y < result.height; y++) {
                    png_byte *target = passes > 1 ? pixels + row * y : pixels;
                    png_read_row(png, target, NULL);
                    if (result.has_transparency && pass == passes - 1) {
                        check_alpha(target, y, result.width, sample, &result);
                    }
                }
            }
            png_read_end(png, NULL);
            result.is_complete = true;
        }
    }
    result.offset = source.offset;
    free(pixels);
    png_destroy_read_struct(&png, &info, NULL);
    return result;
}
