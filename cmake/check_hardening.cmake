# cmake -DREADELF=readelf -DPROGRAM=file -P check_hardening.cmake: fails if the program lacks one of the
# protections that cmake/Toolchain.cmake asks for.
execute_process(COMMAND ${READELF} --wide --file-header --program-headers --dynamic --dyn-syms ${PROGRAM}
                OUTPUT_VARIABLE elf COMMAND_ERROR_IS_FATAL ANY)

set(missing "")
macro(require what pattern)
  if(NOT elf MATCHES "${pattern}")
    list(APPEND missing "${what}")
  endif()
endmacro()
require("position-independent executable (-pie)" "FLAGS_1[^\n]*PIE")
require("full RELRO: read-only relocations (-z relro)" "GNU_RELRO")
require("full RELRO: all symbols bound at start (-z now)" "FLAGS_1[^\n]*NOW")
require("stack protector (-fstack-protector-strong)" "__stack_chk_fail")
require("checked copies (_FORTIFY_SOURCE)" "__(memcpy|memset|memmove|snprintf|vsnprintf|read|realpath|fprintf)_chk")
require("stack without execution (-z noexecstack)" "GNU_STACK +0x[0-9a-f]+ +0x[0-9a-f]+ +0x[0-9a-f]+ +0x[0-9a-f]+ +0x[0-9a-f]+ +RW ")
if(missing)
  list(JOIN missing "\n  " missing)
  message(FATAL_ERROR "${PROGRAM} lacks\n  ${missing}")
endif()
