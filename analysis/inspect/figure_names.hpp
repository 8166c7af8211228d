// The figures of a function's code and their names, as keys in JSON; people see blanks for "_".
#pragma once

#include "function_shape.hpp"

namespace tracetoll {

struct FigureName {
  const char* name;
  int CodeFigures::*figure;
};

inline constexpr FigureName kFigureNames[] = {
    {"bytes", &CodeFigures::bytes},
    {"cache_lines", &CodeFigures::cache_lines},
    {"instructions", &CodeFigures::instructions},
    {"saves", &CodeFigures::saves},
    {"stack_loads", &CodeFigures::stack_loads},
    {"stack_stores", &CodeFigures::stack_stores},
    {"calls", &CodeFigures::calls},
    {"tail_calls", &CodeFigures::tail_calls},
    {"conditional_branches", &CodeFigures::conditional_branches},
    {"conditional_moves", &CodeFigures::conditional_moves},
    {"vector_instructions", &CodeFigures::vector_instructions},
    {"nop_bytes", &CodeFigures::nop_bytes},
    {"padding_bytes", &CodeFigures::padding_bytes},
};

}  // namespace tracetoll
