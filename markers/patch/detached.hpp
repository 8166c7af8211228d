// Attachments that were detached and may still be in use.
#pragma once

#include "attachment.hpp"

namespace tracetoll::patch {

// To be freed by free_attachments(). No stub leads to it any more.
void free_later(Attachment* attachment);

}  // namespace tracetoll::patch
