#include "units.hpp"

namespace tracetoll::linked::TT_VARIANT {

Word dead_too(Word a);
Word dead_too(Word a) {
  MARK(dead_too, a);
  return dead_shared(a) + 3;
}

Word second(Word a) {
  MARK(second, a);
  return shared(a) + 5;
}

}  // namespace tracetoll::linked::TT_VARIANT
