// How long a list of ranges is, counted before libdw reads it.
#include "range_reader.hpp"

#include <dwarf.h>
#include <gtest/gtest.h>

namespace tracetoll {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(RangeReader, ListsBeforeDwarf5EndWithTwoZeros) {
  Bytes list(16 * 3, 1);
  list.resize(16 * 4, 0);
  list.resize(16 * 9, 7);
  EXPECT_EQ(old_range_list_bytes(list), 64U);
  EXPECT_EQ(old_range_list_bytes(Bytes(1000, 1)), 1000U);  // no end
  EXPECT_EQ(old_range_list_bytes({}), 0U);
}

// Each kind of entry once, in the order of their numbers.
TEST(RangeReader, ListsOfDwarf5EndWithTheirFirstEnd) {
  Bytes list = {DW_RLE_base_addressx,
                0x80,
                1,
                DW_RLE_startx_endx,
                1,
                2,
                DW_RLE_startx_length,
                1,
                2,
                DW_RLE_offset_pair,
                1,
                0x80,
                1,
                DW_RLE_base_address,
                1,
                2,
                3,
                4,
                5,
                6,
                7,
                8};
  list.push_back(DW_RLE_start_end);
  list.resize(list.size() + 16, 9);
  list.push_back(DW_RLE_start_length);
  list.resize(list.size() + 9, 9);
  list.push_back(DW_RLE_end_of_list);
  const std::size_t size = list.size();
  list.resize(size + 100, DW_RLE_startx_endx);
  EXPECT_EQ(range_list_bytes(list), size);
  EXPECT_EQ(range_list_bytes(Bytes(99, DW_RLE_startx_endx)), 99U);  // no end
}

}  // namespace
}  // namespace tracetoll
