#pragma once

namespace tracetoll::testing {

inline constexpr int kSteps = 11;

namespace lttng_ust {
double work();
}
namespace patchable_entry {
double work();
}
namespace mcount {
double work();
}
namespace xray {
double work();
}

}  // namespace tracetoll::testing
