// The `call` variant linked by itself: matched_lengths reads its cold blocks, nobody runs it.
int main() {
  return 0;
}
