// memcpy, memmove and memset that are the same on every CPU, to be preloaded: glibc chooses its own
// by what the CPU can, and Valgrind's can less than most.
#include <stddef.h>

void* memmove(void* to, const void* from, size_t size) {
  char* target = to;
  const char* source = from;
  if (target < source) {
    for (size_t i = 0; i < size; ++i) target[i] = source[i];
  } else {
    for (size_t i = size; i > 0; --i) target[i - 1] = source[i - 1];
  }
  return to;
}

void* memcpy(void* to, const void* from, size_t size) {
  return memmove(to, from, size);
}

void* memset(void* to, int value, size_t size) {
  char* target = to;
  for (size_t i = 0; i < size; ++i) target[i] = (char)value;
  return to;
}
