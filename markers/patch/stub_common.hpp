// The routines of stub_common.S.
#pragma once

extern "C" {
__attribute__((visibility("hidden"))) void tt_stub_common();
__attribute__((visibility("hidden"))) void tt_stub_saves();
__attribute__((visibility("hidden"))) void tt_stub_saves_vectors();
__attribute__((visibility("hidden"))) void tt_stub_returns();
}
