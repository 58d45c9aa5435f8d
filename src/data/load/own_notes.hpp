#pragma once
/// What a user should know of own files before trusting a model of them.
#include "data/raw_table.hpp"

#include <string>
#include <vector>

namespace reboost::data {

/// How the file was read: the reader's notes, and rows that were left out.
std::vector<std::string> reading_notes(const RawTable& table);

/// reading_notes, and of the columns: those that count or name the rows, which tell nothing of other rows;
/// and those whose numbers a 32-bit float does not tell apart.
std::vector<std::string> notes_on(const RawTable& train);

/// Throws DataError where the label is a quantity: many different numbers, few rows each. ReBoost
/// would learn nothing from such classes. A column that is declared nominal has classes.
void require_classes(const RawTable& train);

}  // namespace reboost::data
