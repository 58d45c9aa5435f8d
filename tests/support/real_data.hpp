#pragma once
/// The public data sets, where the program looks for them.
#include "core/error.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/data_root.hpp"
#include "support/skip.hpp"

#include <string>

namespace reboost::test {

/// $REBOOST_DATA, else ~/.cache/reboost; a folder that does not exist where neither can be known.
inline data::DataRoot real_data() {
    try {
        return data::default_data_root();
    } catch (const UsageError&) {
        return {"/nonexistent"};
    }
}

/// Whether a set is at hand; where it is not, says that the test is skipped. A damaged set is at hand: the
/// test that reads it fails.
inline bool have(const std::string& name) {
    if (data::presence(name, real_data()) != data::Presence::absent) return true;
    skip("data set '" + name + "' is not in " + real_data().text());
    return false;
}

}  // namespace reboost::test
