// What the tests expect of the specimen.
#pragma once

namespace tracetoll::specimen {

// What one run() must hit, by marker name, and how many records the name leaves in a variant that
// leaves any. The names are unique in the specimen, so that the figures can be written down.
struct Expected {
  const char* name;
  unsigned hits;
  int records;
};

inline constexpr Expected kExpected[] = {
    {"args_0", 1, 1},          {"args_1", 1, 1},    {"args_2", 1, 1},    {"args_3", 1, 1},
    {"args_4", 1, 1},          {"args_5", 1, 1},    {"args_6", 1, 1},    {"args_7", 1, 1},
    {"args_8", 1, 1},          {"in_loop", 10, 1},  {"in_comdat", 2, 1}, {"in_inlined", 2, 2},
    {"conditional_arm", 4, 1}, {"tail", 1, 1},      {"leaf", 1, 1},      {"pressure", 8, 1},
    {"twice", 2, 2},           {"in_switch", 5, 1}, {"arm_left", 3, 1},  {"arm_right", 5, 1},
    {"second", 1, 1},
};

}  // namespace tracetoll::specimen
