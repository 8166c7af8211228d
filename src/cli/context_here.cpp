#include "context_here.hpp"

#include "cpu_model.hpp"
#include "machine.hpp"
#include "version.hpp"

namespace tracetoll {

Context context_here(const Layouts& layouts) {
  const MachineFacts machine = this_machine();
  Context context;
  context.tool = std::string("tracetoll ") + kVersion;
  context.started = utc_now();
  context.compiler = layouts.inventory.compiler;
  context.flags = layouts.inventory.flags;
  context.cpu = machine.cpu;
  context.cpu_model = this_cpu().name;
  context.cpus = machine.cpus;
  context.kernel = machine.kernel;
  context.hypervisor = machine.hypervisor;
  context.layouts = static_cast<int>(layouts.files.size());
  return context;
}

}  // namespace tracetoll
