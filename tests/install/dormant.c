/* Every shape of marker, in C, without the library. */
#include <tracetoll/marker.h>

enum colour { red, green };

int dormant(int a, unsigned char b, const char* text, float x, double y, enum colour c);
int dormant(int a, unsigned char b, const char* text, float x, double y, enum colour c) {
  const char array[4] = {1, 2, 3, 4};
  (void)text, (void)x, (void)y, (void)c; /* none and nop5 leave them alone */
  MARK(none);
  MARK(one, a);
  MARK(kinds, a, b, text, x, y, c, array, (void*)0);
  MARK(twelve, a, b, a, b, a, b, a, b, a, b, 7, 8);
  MARK(kept, a, keep(b), text);
  return a + b + array[2];
}

int main(void) {
  return dormant(1, 2, "", 3.0f, 4.0, green) == 6 ? 0 : 1;
}
