#pragma once
/// From which sources a result came, and whether the result counts for this program. This is the one place
/// that decides whether a stored run, a checkpoint or a reference result may be used.
///
/// Results of a clean git revision count for every program; a change of results raises a revision in
/// config/identity.cpp. Results of a modified tree count only for a program built from the same tree. A
/// program built outside git is treated as built from a modified tree, known by the hash of its sources. A
/// reference result of a modified tree counts if its attribute `verified_by` names a clean revision that
/// computed the same values.
#include "core/value.hpp"

#include <string>

namespace reboost::results {

struct SourceState {
    std::string revision;  ///< git revision; see core/build_info.hpp
    std::string sha256;    ///< "": a clean revision, or not recorded
};

/// The state of the sources that this program was built from.
SourceState this_source();

/// Sets `git_revision` and `source_sha256`.
void put_source(Value& attributes, const SourceState& source);

/// Why a result with these attributes does not count for a program of the source `now`, as in "came from a
/// modified source (hash 1a2b3c4d5e6f)"; "" if the result counts.
std::string why_not_counted(const Value& attributes, const SourceState& now);

}  // namespace reboost::results
