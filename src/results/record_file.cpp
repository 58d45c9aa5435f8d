#include "results/record_file.hpp"

#include "results/atomic_file.hpp"
#include "results/hdf5_archive.hpp"
#include "results/record_content.hpp"

namespace reboost::results {

std::vector<std::byte> to_record_file(const RunRecord& record, const Archive& state) {
    Hdf5Content content;
    content.attributes = record.attributes;
    if (!record.id.empty()) content.attributes.set("id", record.id);
    content.documents.emplace_back("spec", record.spec);
    content.arrays.put_all("curves", record.curves);
    content.arrays.put_all("selector", record.selector);
    content.arrays.put_all("model", record.model);
    content.arrays.put_all("state", state);
    return to_sealed(content, record.id.empty() ? Seal{"model", "-"} : Seal{"run", record.id});
}

void write_record_file(const std::filesystem::path& path, const RunRecord& record, const Archive& state) {
    write_file_atomically(path, to_record_file(record, state));
}

RecordFile read_record_file(const std::filesystem::path& path) {
    static constexpr std::string_view kKinds[] = {"model", "run"};
    const Hdf5Query all{true, {"spec"}, {"curves", "selector", "model", "state"}, {}};
    return record_of(read_sealed(path, all, kKinds, ""));
}

RunRecord read_unsealed_record(const std::filesystem::path& path) {
    return record_of(read_unproven(path, {true, {"spec"}, {"curves", "selector", "model"}, {}})).record;
}

RecordFile record_of(Hdf5Content content) {
    RecordFile file;
    if (const Value* id = content.attributes.find("id")) file.record.id = id->as_string();
    content.attributes.erase("id");
    file.record.attributes = std::move(content.attributes);
    file.record.spec = take_document(content, "spec");
    file.record.curves = content.arrays.sub("curves");
    file.record.selector = content.arrays.sub("selector");
    file.record.model = content.arrays.sub("model");
    file.state = content.arrays.sub("state");
    return file;
}

}  // namespace reboost::results
