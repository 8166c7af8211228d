#include "variant_code.hpp"

#include <algorithm>

#include "code_shape.hpp"
#include "elf_file.hpp"
#include "error.hpp"
#include "function_table.hpp"
#include "site.hpp"

namespace tracetoll {

std::string namespace_of(const std::string& variant) {
  std::string name = variant;
  std::ranges::replace(name, ':', '_');
  return "tracetoll::host::" + name + "::";
}

std::map<std::string, CodeShape> shapes_of(const std::string& file,
                                           const std::vector<std::string>& variants,
                                           std::string& why_not) try {
  const ElfFile elf(file);
  const FunctionTable functions(elf);
  const std::vector<Site> sites = read_sites(elf);
  std::map<std::string, CodeShape> shapes;
  for (const std::string& variant : variants)
    shapes[variant] = code_shape(functions, sites, namespace_of(variant));
  return shapes;
} catch (const InputError& error) {
  why_not = error.what();
  return {};
}

}  // namespace tracetoll
