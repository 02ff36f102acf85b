/* Debian builds libxml2 with ICU, whose headers clash with the copy inside Foundation ("UErrorCode has different
 * definitions in different modules"). Undefining the macro changes only private structs. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>
