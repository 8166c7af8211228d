// Functions with marked sites, a file each, in variants of names that no build has.
#pragma once

namespace tracetoll::testing {

int through_nop5(int x);    // "test_nop5": first, second
int through_sled(int x);    // "test_sled": 300 bytes
int through_branch(int x);  // "test_branch": a guard, no byte of its own
int through_call(
    int x);  // "test_call": rare once, often five times; two sites of it, three and two
int through_usdt(int x);  // "test_usdt": NOPs of one byte, passed three times
int through_jump(int x);  // "test_jump": first is a NOP, second a jump

}  // namespace tracetoll::testing
