#pragma once
/// One run record as a file of its own, outside a results folder: a model that a user keeps where they like.
#include "core/archive.hpp"
#include "results/run_record.hpp"

#include <filesystem>

namespace reboost::results {

/// Writes atomically, in the format of run files and sealed: as a run where the record has an id, else as a
/// model; `state` (what training goes on from) under /state where it is not empty. Throws IoError.
void write_record_file(const std::filesystem::path& path, const RunRecord& record, const Archive& state = {});

struct RecordFile {
    RunRecord record;
    Archive state;
};
/// A model, or a finished run of a results folder. Throws IoError (cannot open) or DataError (not a file of
/// ours, damaged, or of the format before checksums).
RecordFile read_record_file(const std::filesystem::path& path);

/// A record of the format before checksums, taken as it stands. Throws as read_record_file does.
RunRecord read_unsealed_record(const std::filesystem::path& path);

}  // namespace reboost::results
