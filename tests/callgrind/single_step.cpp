#include "single_step.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <stdexcept>

#include "disassembly.hpp"
#include "elf_file.hpp"
#include "plan.hpp"

namespace tracetoll::testing {
namespace {

// What one step of an instruction adds.
struct Step {
  Steps counts;
  bool repeats = false;  // rep: a step is one iteration
};

bool is_copy(const std::string& mnemonic) {
  return mnemonic.find("movs") != std::string::npos;
}

Step step_of(const Instruction& code) {
  Step step;
  Steps& counts = step.counts;
  counts.instructions = 1;
  const std::string& mnemonic = code.mnemonic;
  const bool locked = mnemonic.starts_with("lock ") || mnemonic.starts_with("xchg");
  const bool modifies = code.reads_memory && code.writes_memory && !is_copy(mnemonic);
  counts.loads = code.reads_memory && !(modifies && !locked) ? 1 : 0;
  counts.stores = code.writes_memory ? 1 : 0;
  counts.conditional_branches = code.flow == Flow::conditional || (modifies && locked) ? 1 : 0;
  if (code.flow == Flow::call || mnemonic.starts_with("push")) ++counts.stores;
  if (code.flow == Flow::ret || code.pop || mnemonic.starts_with("leave")) ++counts.loads;
  step.repeats = mnemonic.starts_with("rep");
  if (step.repeats) ++counts.conditional_branches;
  return step;
}

void check(bool good, const char* what) {
  if (!good) throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

class Tracee {
 public:
  explicit Tracee(const std::vector<std::string>& command) {
    std::vector<char*> argv;
    for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) {
      const int null = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
      ::dup2(null, STDOUT_FILENO);
      ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
    check(pid_ > 0, "fork");
    wait_for_stop();
    check(::ptrace(PTRACE_SETOPTIONS, pid_, nullptr, PTRACE_O_EXITKILL) == 0, "ptrace");
  }
  ~Tracee() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Tracee(const Tracee&) = delete;
  Tracee& operator=(const Tracee&) = delete;

  // Where the executable's address 0 lies.
  std::uint64_t base() const {
    std::ifstream maps("/proc/" + std::to_string(pid_) + "/maps");
    std::uint64_t address = 0;
    maps >> std::hex >> address;
    return address;
  }

  user_regs_struct registers() const {
    user_regs_struct result{};
    check(::ptrace(PTRACE_GETREGS, pid_, nullptr, &result) == 0, "PTRACE_GETREGS");
    return result;
  }
  void set_registers(const user_regs_struct& values) const {
    check(::ptrace(PTRACE_SETREGS, pid_, nullptr, &values) == 0, "PTRACE_SETREGS");
  }

  std::array<std::uint8_t, 16> code_at(std::uint64_t address) const {
    std::array<std::uint8_t, 16> bytes{};
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(long)) {
      errno = 0;  // what lies behind the last instruction of a page may not be there
      const long word = ::ptrace(PTRACE_PEEKTEXT, pid_, address + i, nullptr);
      std::memcpy(bytes.data() + i, &word, sizeof word);
    }
    return bytes;
  }

  void step() { resume(PTRACE_SINGLESTEP); }

  // Runs to the next time that `address` is reached.
  void run_to(std::uint64_t address) {
    const long word = ::ptrace(PTRACE_PEEKTEXT, pid_, address, nullptr);
    const long trap = (word & ~0xffL) | 0xcc;
    check(::ptrace(PTRACE_POKETEXT, pid_, address, trap) == 0, "PTRACE_POKETEXT");
    resume(PTRACE_CONT);
    check(::ptrace(PTRACE_POKETEXT, pid_, address, word) == 0, "PTRACE_POKETEXT");
    user_regs_struct at = registers();
    at.rip -= 1;
    if (at.rip != address) throw std::runtime_error("stopped where there is no breakpoint");
    set_registers(at);
  }

 private:
  void resume(__ptrace_request how) {
    check(::ptrace(how, pid_, nullptr, nullptr) == 0, "ptrace");
    wait_for_stop();
  }

  void wait_for_stop() {
    int status = 0;
    check(::waitpid(pid_, &status, 0) == pid_, "waitpid");
    if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP)
      throw std::runtime_error("the traced program ended, or got a signal");
  }

  pid_t pid_ = -1;
};

std::uint64_t address_of(const ElfFile& file, std::string_view name) {
  for (const Symbol& symbol : file.symbols())
    if (symbol.name == name) return symbol.address;
  throw std::runtime_error("no symbol " + std::string(name));
}

class Stepper {
 public:
  explicit Stepper(Tracee& tracee) : tracee_(tracee) {}

  // From the first instruction of a function, where the tracee stands, to its return.
  Steps step_function() {
    Steps sum;
    user_regs_struct at = tracee_.registers();
    const std::uint64_t outside = at.rsp + 8;
    while (at.rsp < outside) {
      Step step = look_up(at.rip);
      if (step.repeats && at.rcx == 0) step.counts.loads = step.counts.stores = 0;
      add(sum, step.counts);
      const bool iterated = step.repeats && at.rcx != 0;
      const std::uint64_t before = at.rip;
      tracee_.step();
      at = tracee_.registers();
      // Callgrind counts the pass that finds nothing left, the CPU does not trap after it.
      if (iterated && at.rip != before) add(sum, {1, 0, 0, 1});
    }
    return sum;
  }

 private:
  static void add(Steps& sum, const Steps& one) {
    sum.instructions += one.instructions;
    sum.loads += one.loads;
    sum.stores += one.stores;
    sum.conditional_branches += one.conditional_branches;
  }

  Step look_up(std::uint64_t address) {
    const auto found = known_.find(address);
    if (found != known_.end()) return found->second;
    const auto bytes = tracee_.code_at(address);
    const std::vector<Instruction> code = disassembler_.decode(bytes, address);
    if (code.front().unknown) throw std::runtime_error("an instruction that is not known");
    return known_[address] = step_of(code.front());
  }

  Tracee& tracee_;
  Disassembler disassembler_;
  std::map<std::uint64_t, Step> known_;
};

}  // namespace

std::vector<Steps> step_operations(const std::string& file, const std::string& workload,
                                   const std::string& variant) {
  const ElfFile elf(file, "");
  Plan plan;
  plan.seed = 1;
  plan.workloads = {{workload, 0}};
  plan.variants = {variant};
  Tracee tracee({file, "--tracetoll=count", "--plan=" + to_json(plan)});
  const std::uint64_t loop = tracee.base() + address_of(elf, "tracetoll_count_loop");
  const std::uint64_t nothing = tracee.base() + address_of(elf, "tracetoll_nothing");
  // Warm-up; then the loop over nothing four times; then the variant's second warm-up, whose
  // operations are stepped.
  bool over_nothing = false;
  for (;;) {
    tracee.run_to(loop);
    const std::uint64_t operation = tracee.registers().rdi;
    if (over_nothing && operation != nothing) break;
    over_nothing = operation == nothing;
    tracee.step();  // off the breakpoint
  }
  const std::uint64_t operation = tracee.registers().rdi;
  Stepper stepper(tracee);
  std::vector<Steps> all;
  for (int i = 0; i < 2; ++i) {
    tracee.run_to(operation);
    all.push_back(stepper.step_function());
  }
  return all;
}

}  // namespace tracetoll::testing
