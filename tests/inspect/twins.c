/* Functions that a marker takes something from. Compiled twice, with markers/none.h and with
 * markers/call.h; twins_test.cpp says what the twin difference must name, under both compilers. */
#include <stdlib.h>

#include "marker.h"

struct node {
  struct node* next;
  long key;
  long hits;
};

long other(long); /* twins_main.c */

/* Shrink-wrapping: only the way to the calls needs saved registers. */
void early_return(struct node* node, long key) {
  if (__builtin_expect(node->key == key, 1)) {
    MARK(hit, node, key);
    node->hits++;
    return;
  }
  long first = other(key);
  long second = other(first ^ key);
  other(first + second + key);
}

/* The function's end is a jump. */
long tail(struct node* node, long key) {
  node->hits += key;
  long result = other(key + node->key);
  MARK(done, node, key);
  return result;
}

/* A choice of two values. */
long choice(long value, long limit) {
  if (value > limit) {
    MARK(clamped, value, limit);
    value = limit;
  }
  return value ^ 5;
}

/* The same in a loop, which clang unrolls. */
long choices(const long* values, long n, long limit) {
  long sum = 0;
  for (long i = 0; i < n; i++) {
    long value = values[i];
    if (value > limit) {
      MARK(clamped_turn, value, limit);
      value = limit;
    }
    sum ^= value;
  }
  return sum;
}

/* A sum that vectorises: of a known length, as g++ 12 wants it at -O2. */
int sum(const int* values) {
  int total = 0;
  for (long i = 0; i < 1024; i++) {
    total += values[i];
    MARK(added, total);
  }
  return total;
}

/* A copy that clang unrolls: the stores may alias, so it cannot vectorise. */
void chase(long* to, const long* from, long n) {
  for (long i = 0; i < n; i++) {
    to[i] = from[to[i] & 7] ^ to[i];
    MARK(copied, i);
  }
}

/* Live values that a call would clobber. */
long pressure(const long* values, long n) {
  long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7;
  for (long i = 0; i < n; i++) {
    long value = values[i];
    a += value;
    b ^= a;
    c += b;
    d ^= c;
    e += d;
    f ^= e;
    g += f;
    MARK(turn, value, i);
  }
  return a ^ b ^ c ^ d ^ e ^ f ^ g;
}

/* The function's end is a jump through a pointer. */
struct ops {
  long (*run)(struct node*);
};
long through_pointer(const struct ops* ops, struct node* node) {
  long result = ops->run(node);
  MARK(ran, node, result);
  return result;
}

/* Only what the site guards needs the stack. */
long leaf(struct node* node, long key) {
  node->hits += key;
  MARK(hit_leaf, node, key);
  return 1;
}

/* Calls of another library: through the PLT, or, with -fno-plt, through a slot of the GOT. */
long parsed(const char* text) {
  return strtol(text, 0, 0) + atol(text);
}
long parsed_last(const char* text) {
  return strtol(text + 1, 0, 0);
}

/* Nothing is marked here, and nothing may be said of it. */
long unmarked(const long* values, long n) {
  long sum = 0;
  for (long i = 0; i < n; i++) sum += other(values[i]);
  return sum;
}
