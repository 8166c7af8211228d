/* What twins.c calls, and an entry, so that it links. */
long other(long value) {
  __asm__("" : "+r"(value));
  return value;
}

int main(void) {
  return 0;
}
