#include "schedule.hpp"

#include <numeric>
#include <random>
#include <utility>

namespace tracetoll {
namespace {

// std::shuffle and the standard distributions differ between libraries; a seed should not.
void fisher_yates(std::vector<int>& values, std::mt19937_64& random) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random() % i]);
}

std::mt19937_64 random_for(std::int64_t index, std::uint64_t seed) {
  std::seed_seq sequence{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                         static_cast<std::uint32_t>(index),
                         static_cast<std::uint32_t>(index >> 32)};
  return std::mt19937_64(sequence);
}

// Row `row` of the Williams square of `n` treatments: 0, n-1, 1, n-2, 2 … shifted by the row; the
// second half of an odd square is the first half mirrored.
std::vector<int> williams_row(int n, int row) {
  std::vector<int> order(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    const int zigzag = i % 2 == 0 ? i / 2 : n - 1 - i / 2;
    order[static_cast<std::size_t>(i)] = (zigzag + row) % n;
  }
  if (row >= n) return {order.rbegin(), order.rend()};
  return order;
}

}  // namespace

std::vector<int> shuffled(int count, std::int64_t index, std::uint64_t seed) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::mt19937_64 random = random_for(index, seed);
  fisher_yates(order, random);
  return order;
}

std::vector<int> williams_order(int variants, std::int64_t round, std::uint64_t seed) {
  const int rows = variants % 2 == 0 ? variants : 2 * variants;
  const std::int64_t cycle = round / rows;
  const std::vector<int> labels = shuffled(variants, 2 * cycle, seed);
  const std::vector<int> row_order = shuffled(rows, 2 * cycle + 1, seed);
  std::vector<int> order =
      williams_row(variants, row_order[static_cast<std::size_t>(round % rows)]);
  for (int& treatment : order) treatment = labels[static_cast<std::size_t>(treatment)];
  return order;
}

}  // namespace tracetoll
