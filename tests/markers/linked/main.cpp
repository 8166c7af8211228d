// What a marker's argument is computed with; nobody runs this.
#include <cstdint>

extern "C" std::uint64_t computed(std::uint64_t a);
extern "C" std::uint64_t computed(std::uint64_t a) {
  return a ^ (a >> 9);
}

int main() {
  return 0;
}
