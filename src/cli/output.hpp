// What the program says, on streams that may be closed, full or a terminal.
#pragma once

#include <string>
#include <string_view>

namespace tracetoll {

// Makes the standard descriptors safe to use, and keeps all others from our children: closed ones
// become /dev/null, so that no file of ours gets their number; a reader that went away and a file
// size limit become errors of write().
void prepare_standard_streams();

// All of `text` to standard output. Throws InputError when it cannot be written; a reader that has
// seen enough (EPIPE) is no error.
void print_output(std::string_view text);

// One line to standard error, control characters and bytes that are no text escaped, cut at 1000
// characters. Never throws: there is nowhere left to complain.
void print_error(std::string_view line);

}  // namespace tracetoll
