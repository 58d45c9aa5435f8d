#pragma once
/// What is known of a run's data without reading them.
#include "boosting/compatibility.hpp"
#include "data/dataset_spec.hpp"

namespace reboost::config {

/// As the catalogue has it; only the name of a user's own files is known. Throws UsageError on an unknown
/// name.
boosting::DataFacts catalogue_facts(const data::DatasetSpec& spec);

/// Less what is not certain: columns that are prepared may become more or fewer, a stand-in has a shape of
/// its own, though labels and parts of the same kind.
boosting::DataFacts certain_facts(const data::DatasetSpec& spec, boosting::DataFacts facts);

}  // namespace reboost::config
