/* On Apple's systems a library of its own, with a type of its own. */
#include <stddef.h>

typedef struct __tag_iconv_t *iconv_t;
iconv_t iconv_open(const char *, const char *);
size_t iconv(iconv_t, char **, size_t *, char **, size_t *);
int iconv_close(iconv_t);
