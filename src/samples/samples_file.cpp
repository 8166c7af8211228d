#include "samples_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <tuple>

#include "error.hpp"
#include "json_fields.hpp"
#include "samples_json.hpp"

namespace tracetoll {

namespace {

struct Line {
  std::string text;
  bool whole = false;  // it ended in a newline
};

// The next line without "\n" or "\r\n"; false at the end of the file.
bool next_line(std::istream& stream, const std::string& where, Line& line) {
  line = {};
  std::streambuf& bytes = *stream.rdbuf();
  for (int c = bytes.sbumpc(); c != std::char_traits<char>::eof(); c = bytes.sbumpc()) {
    if (c == '\n') {
      line.whole = true;
      break;
    }
    if (line.text.size() == kMaxLineBytes) {
      throw InputError(
          fmt::format("{}: longer than {} bytes; not a file of this tool", where, kMaxLineBytes));
    }
    line.text += static_cast<char>(c);
  }
  if (!line.whole && line.text.empty()) return false;
  if (line.whole && !line.text.empty() && line.text.back() == '\r') line.text.pop_back();
  return true;
}

Context read_header(const Line& line, const std::string& where) {
  const auto json = try_parse_json(line.text);
  const bool ours = json.is_object() && json.contains("schema") && json["schema"].is_string() &&
                    json["schema"].get<std::string>().rfind("tracetoll.samples/", 0) == 0;
  if (!ours) {
    throw InputError(
        fmt::format("{}: the first line is not the header of a samples file ({}); give a file that "
                    "`tracetoll run -o FILE` wrote",
                    where, printable(line.text, 30)));
  }
  const auto schema = json["schema"].get<std::string>();
  if (schema != kSamplesSchema) {
    throw InputError(fmt::format("{}: {}: this tool reads /1; use the tracetoll that wrote it",
                                 where, printable(schema)));
  }
  const Fields fields(json, where);
  return context_from_json(fields.object("context"), where);
}

// The rules that hold between lines.
class Reader {
 public:
  explicit Reader(Context context) { samples_.context = std::move(context); }

  void add(const nlohmann::json& json, const std::string& where) {
    if (json.contains("schema")) {
      Fields(json, where).fail("a second header: two files were joined, report each by itself");
    }
    if (json.contains("failure")) {
      samples_.failures.push_back(failure_from_json(json["failure"], where));
    } else if (json.contains("end")) {
      add_end(Fields(json, where));
    } else {
      add_block(block_from_json(json, where), Fields(json, where));
    }
  }

  Samples take() { return std::move(samples_); }

 private:
  void add_end(const Fields& fields) {
    if (!samples_.end.empty()) fields.fail("a second \"end\" line");
    samples_.end = fields.name("end");
    samples_.elapsed_seconds = fields.number_or("elapsed_seconds", 0, 1e9, 0);
  }

  void add_block(Block block, const Fields& fields) {
    check_block(block, samples_.context, fields.where());
    const auto [known, first] = layout_of_.emplace(block.replicate, block.layout);
    if (!first && known->second != block.layout) {
      fields.fail(fmt::format("replicate {} ran layout {} before, and {} here: a process runs one",
                              block.replicate, known->second, block.layout));
    }
    if (!seen_.emplace(block.replicate, block.round, block.workload, block.variant).second) {
      fields.fail(fmt::format("the block of replicate {}, round {}, {}, {} is there twice",
                              block.replicate, block.round, printable(block.workload),
                              printable(block.variant)));
    }
    samples_.blocks.push_back(std::move(block));
  }

  Samples samples_;
  std::map<int, int> layout_of_;  // replicate -> layout
  std::set<std::tuple<int, int, std::string, std::string>> seen_;
};

}  // namespace

Block block_from_json_line(std::string_view line, const std::string& where) {
  return block_from_json(parse_json_object(line, where), where);
}

std::optional<Failure> failure_from_json_line(std::string_view line, const std::string& where) {
  if (!line.starts_with("{\"failure\"")) return std::nullopt;
  const auto json = parse_json_object(line, where);
  return failure_from_json(json.at("failure"), where);
}

void check_block(const Block& block, const Context& context, const std::string& where) {
  const auto is_workload = [&](const auto& workload) { return workload.name == block.workload; };
  const auto& variants = context.variants;
  const bool workload_known =
      std::any_of(context.workloads.begin(), context.workloads.end(), is_workload);
  const bool variant_known =
      block.variant == kBaseline || block.variant == kBaselineCopy ||
      block.variant == kBaselineDose ||
      std::find(variants.begin(), variants.end(), block.variant) != variants.end();
  if (!workload_known || !variant_known) {
    throw InputError(fmt::format("{}: {} \"{}\" is not in the header of this run", where,
                                 workload_known ? "variant" : "workload",
                                 printable(workload_known ? block.variant : block.workload)));
  }
}

Samples read_samples(std::istream& stream, const std::string& name,
                     std::vector<std::string>& notes) {
  const auto where = [&](int number) { return fmt::format("{}:{}", name, number); };
  Line line;
  if (!next_line(stream, where(1), line)) {
    throw InputError(
        fmt::format("{}: empty; the run ended before it wrote anything, run it again", name));
  }
  Reader reader(read_header(line, where(1)));
  for (int number = 2; next_line(stream, where(number), line); ++number) {
    if (line.text.empty()) continue;
    if (!line.whole && try_parse_json(line.text).is_discarded()) {
      notes.push_back(fmt::format("line {} is cut, as a killed run leaves it: dropped ({} bytes)",
                                  number, line.text.size()));
      break;
    }
    reader.add(parse_json_object(line.text, where(number)), where(number));
  }
  return reader.take();
}

Samples read_samples(const std::string& path, std::vector<std::string>& notes) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw InputError(fmt::format("{}: a directory; give a file that `tracetoll run` wrote", path));
  }
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    throw InputError(fmt::format("{}: cannot be read ({})", path,
                                 errno != 0 ? std::strerror(errno) : "unknown error"));
  }
  return read_samples(stream, path, notes);
}

}  // namespace tracetoll
