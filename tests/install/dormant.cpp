// Every shape of marker, in C++, without the library.
#include <tracetoll/marker.h>

enum class Colour : signed char { red, green };
struct Point {
  int x;
  unsigned flags : 3;
};

static int dormant(int a, unsigned char b, const char* text, float x, double y, Colour c,
                   const Point& point) {
  const char array[4] = {1, 2, 3, 4};
  (void)text, (void)x, (void)y, (void)c;
  (void)point;  // none and nop5 leave them alone
  MARK(none);
  MARK(one, a);
  MARK(kinds, a, b, text, x, y, c, array, nullptr, true, 5L);
  MARK(members, point.x, &point, point.flags);
  MARK(twelve, a, b, a, b, a, b, a, b, a, b, 7, 8);
  MARK(kept, a, keep(b), text);
  return a + b + array[2];
}

int main() {
  return dormant(1, 2, "", 3.0f, 4.0, Colour::green, Point{5, 6}) == 6 ? 0 : 1;
}
