#include <tracetoll/marker.h>
#include <tracetoll/patch.h>

#include <cstdio>

static void seen(tt_marker* marker, const char*, int i) {
  std::printf("%s %d\n", marker->name, i);
}

int main() {
  const tt_probe probe = {reinterpret_cast<tt_function>(seen), TT_SAVES_VECTORS, 0};
  if (tt_attach("step", &probe) < 0) return std::fprintf(stderr, "%s\n", tt_error()), 1;
  for (int i = 0; i < 3; ++i) MARK(step, i);
  return tt_detach("step") > 0 ? 0 : 1;
}
