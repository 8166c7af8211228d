// The files that Callgrind writes, read for the sums of each dump alone.
//
// Format: Valgrind manual, "Callgrind Format Specification". A file made with --combine-dumps=yes
// holds one part after another; of each we read
//
//     desc: Trigger: Client Request: 7 32    the name that the program gave to its dump
//     events: Ir Dr Dw I1mr ...
//     summary: 26 1 8                        all that was counted; zeros at the end left out
//     totals: 17 1 2                         sums of the lines between, which are functions' costs
//
// The summary is what the figures come from. The totals can be off by what stands around a dump: by
// 9 instructions here, and a PLT stub counted twice has been seen in them (Valgrind 3.19). They end
// a part: one without them is the last of a program that died, and is left out.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tracetoll {

struct CallgrindPart {
  std::string name;  // of a client's dump; empty for any other
  std::map<std::string, std::uint64_t, std::less<>> events;
};

// Any bytes at all: the parts, or InputError "WHERE: ..." for what is no such file.
std::vector<CallgrindPart> parse_callgrind(std::string_view text, const std::string& where);

}  // namespace tracetoll
