#include "results/record_file.hpp"

#include "core/error.hpp"
#include "results/atomic_file.hpp"
#include "results/hdf5_archive.hpp"

namespace reboost::results {

void drop_id(Value& attributes) {
    std::erase_if(attributes.as_object(), [](const auto& member) { return member.first == "id"; });
}

void write_record_file(const std::filesystem::path& path, const RunRecord& record, const Archive& state) {
    Hdf5Content content;
    content.attributes = record.attributes;
    if (!record.id.empty()) content.attributes.set("id", record.id);
    content.documents.emplace_back("spec", record.spec);
    content.arrays.put_all("curves", record.curves);
    content.arrays.put_all("selector", record.selector);
    content.arrays.put_all("model", record.model);
    content.arrays.put_all("state", state);
    write_file_atomically(path, to_hdf5(content));
}

RecordFile read_record_file(const std::filesystem::path& path) {
    Hdf5Content content = read_hdf5(path, {true, {"spec"}, {"curves", "selector", "model", "state"}, {}});
    RecordFile file;
    if (const Value* id = content.attributes.find("id")) file.record.id = id->as_string();
    drop_id(content.attributes);
    file.record.attributes = std::move(content.attributes);
    for (auto& [name, value] : content.documents)
        if (name == "spec") file.record.spec = std::move(value);
    file.record.curves = content.arrays.sub("curves");
    file.record.selector = content.arrays.sub("selector");
    file.record.model = content.arrays.sub("model");
    file.state = content.arrays.sub("state");
    return file;
}

}  // namespace reboost::results
