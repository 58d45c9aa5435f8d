#include "data/readers/text_file.hpp"

#include "data/readers/arff.hpp"
#include "data/readers/libsvm.hpp"

#include <filesystem>

namespace reboost::data {

FileFormat format_by_name(const std::string& path) {
    std::string name = std::filesystem::path(path).filename().string();
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    if (name.ends_with(".arff")) return FileFormat::arff;
    if (name.ends_with("-ubyte") && name.find("idx") != std::string::npos) return FileFormat::idx;
    for (const char* ending : {".libsvm", ".svm", ".svmlight"})
        if (name.ends_with(ending)) return FileFormat::libsvm;
    return FileFormat::table;
}

RawTable read_text_file(const SourceFile& source, FileFormat format, const TableFormat& options) {
    const std::size_t width = options.like.size();
    if (format == FileFormat::automatic) format = format_by_name(source.path);
    if (format != FileFormat::arff && format != FileFormat::libsvm) return read_table(source, options);
    const bool names = format == FileFormat::arff;
    RawTable table = names ? read_arff(source, options.label, options.has_label ? 0 : width)
                           : read_libsvm(source, {width, width, options.has_label});
    if (width > 0) require_like(table, options.like, names, true);
    return table;
}

}  // namespace reboost::data
