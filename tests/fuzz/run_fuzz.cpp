/// Run files. The first byte says what the others are: a whole file, seal and all; or the attributes and
/// the specification of a file that is otherwise sound and sealed.
#include "config/json.hpp"
#include "config/run_spec.hpp"
#include "core/error.hpp"
#include "fuzz/memory_file.hpp"
#include "fuzz/scratch_file.hpp"
#include "fuzz/targets.hpp"
#include "results/run_file.hpp"

namespace reboost::fuzz {
namespace {

void read_as_run(const std::string& path) {
    const results::RecordFile file = results::read_record_file(path);
    config::read_run_spec(file.record.spec);
}

Value value_of(std::string_view text) {
    try {
        return config::parse_json(text, "fuzz");
    } catch (const Error&) {
        return std::string(text);
    }
}

}  // namespace

void fuzz_run(Bytes bytes) {
    if (bytes.empty()) return;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + 1, bytes.size() - 1);
    try {
        if (bytes.front() == '{') {
            const std::size_t middle = text.find('\n');
            results::RunRecord record;
            record.spec = value_of(text.substr(0, middle));
            record.attributes =
                Value::object().set("note", value_of(text.substr(std::min(middle, text.size()))));
            record.curves.put("test/error", std::vector<double>(bytes.size(), 0.5));
            const ScratchFile file("run.h5");
            results::write_record_file(file.path(), record);
            read_as_run(file.path());
        } else {
            const MemoryFile file(bytes);
            read_as_run(file.path());
        }
    } catch (const Error&) {
    }
}

}  // namespace reboost::fuzz
