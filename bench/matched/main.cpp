// `call` and `branch` linked by themselves: matched_lengths reads their cold blocks, nobody runs
// it.
int main() {
  return 0;
}
