/* It has no file for pkg-config, and Homebrew's folders are not searched by themselves. */
#if __has_include(<csv.h>)
#include <csv.h>
#elif __has_include("/opt/homebrew/include/csv.h")
#include "/opt/homebrew/include/csv.h"
#else
#include "/usr/local/include/csv.h"
#endif
