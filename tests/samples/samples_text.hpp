// Small samples files as text, to be spoiled by the tests.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "error.hpp"
#include "samples_file.hpp"

namespace tracetoll {

inline const std::string kHeader =
    R"({"schema":"tracetoll.samples/1","context":{"tool":"tracetoll 0.1.0","seed":7,)"
    R"("workloads":[{"name":"select_500"}],"variants":["none","call"]}})";

inline const std::string kBlock =
    R"({"replicate":0,"layout":3,"round":1,"position":4,"workload":"select_500","variant":"call",)"
    R"("operations":45,"cpu_ns":530000.5,"wall_ns":540000,"involuntary_switches":0})";

inline const std::string kEnd = R"({"end":"done","elapsed_seconds":58.5})";

inline Samples read_text(const std::string& text, std::vector<std::string>* notes = nullptr) {
  std::istringstream stream(text);
  std::vector<std::string> ignored;
  return read_samples(stream, "run.jsonl", notes ? *notes : ignored);
}

// The message of the InputError that reading `text` throws; empty when it throws none.
inline std::string error_of(const std::string& text) {
  try {
    read_text(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// kBlock with one piece of it replaced.
inline std::string block_with(const std::string& piece, const std::string& replacement) {
  std::string block = kBlock;
  return block.replace(block.find(piece), piece.size(), replacement);
}

}  // namespace tracetoll
