#pragma once

namespace tracetoll::patch_test {

void pass_found(unsigned long number);
unsigned long pass_lost(unsigned long number);

}  // namespace tracetoll::patch_test
