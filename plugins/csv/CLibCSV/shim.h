/* libcsv has no pkg-config file, and compilers do not search Homebrew's folders by default. */
#if __has_include(<csv.h>)
#include <csv.h>
#elif __has_include("/opt/homebrew/include/csv.h")
#include "/opt/homebrew/include/csv.h"
#else
#include "/usr/local/include/csv.h"
#endif
