// The same functions in two builds: which are compared, and how the comparison is printed.
#pragma once

#include <string>
#include <vector>

#include "inspected_file.hpp"
#include "listing.hpp"
#include "twin.hpp"

namespace tracetoll {

struct TwinRequest {
  std::string function;  // as InspectOptions; "": those that hold sites in either file
  std::string as;        // its name in `before`; "": the same symbol
};

// A pair of functions; `before` or `after` is null where a file has no such function.
struct TwinPair {
  std::string name;
  const Function* before = nullptr;
  const Function* after = nullptr;
};

// Throws InputError if `after` has no such function, or `as` names several.
std::vector<TwinPair> find_twins(const InspectedFile& before, const InspectedFile& after,
                                 const TwinRequest& request);

// One side after the other, both sides of a pair: figures and causes, and on request a listing.
class TwinReader {
 public:
  // Keeps references.
  TwinReader(InspectedFile& before, InspectedFile& after);

  Twin read(const TwinPair& pair);
  std::string listing(const TwinPair& pair, const ListingStyle& style);

 private:
  struct Side {
    InspectedFile& file;
    AddressNames names;
    TwinSide read(const Function* function);
    std::vector<ListedInstruction> listed(const Function& function);
  };

  Side before_;
  Side after_;
};

}  // namespace tracetoll
