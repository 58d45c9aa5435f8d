#pragma once
/// Which sources a result came from, and whether it counts for this program. Everything that asks whether a
/// stored run, a checkpoint or a reference result may be used asks here.
///
/// A clean revision is known, and what changes results there is said by hand (config/identity.cpp): its
/// results count for every program. What a modified tree computed counts for exactly that tree. A program
/// built outside git is judged by the hash of its sources, as if they were modified. A reference result of a
/// modified tree counts where its attribute `verified_by` names the clean revision that gave its values
/// again.
#include "core/value.hpp"

#include <string>

namespace reboost::results {

struct SourceState {
    std::string revision;  ///< core/build_info.hpp
    std::string sha256;    ///< "": a clean revision, or not recorded
};

/// The state of the sources that this program was built from.
SourceState this_source();

/// Sets `git_revision` and `source_sha256`.
void put_source(Value& attributes, const SourceState& source);

/// Why what has these attributes does not count for a program of the source `now`: "came from a modified
/// source (hash 1a2b3c4d5e6f)". "" where it counts.
std::string why_not_counted(const Value& attributes, const SourceState& now);

}  // namespace reboost::results
