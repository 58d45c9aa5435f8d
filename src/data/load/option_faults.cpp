#include "data/load/option_faults.hpp"

#include "data/catalogue/catalogue.hpp"
#include "data/readers/text_file.hpp"

#include <utility>

#include <fmt/format.h>

namespace reboost::data {
namespace {

/// Options of one format that the files are not of.
OptionFault format_fault(const DatasetSpec& spec) {
    const DatasetSpec normal;
    const FileFormat format = format_of(spec.path, spec);
    const bool has_test = !spec.test_path.empty();
    const FileFormat test_format = has_test ? format_of(spec.test_path, spec) : format;
    const bool any_table = format == FileFormat::table || test_format == FileFormat::table;
    const auto fault = [&spec](const char* option, const char* formats) -> OptionFault {
        return {option, fmt::format("`{}` does not apply to {}: it is for {}", option, spec.path, formats)};
    };
    if (!any_table) {
        constexpr const char* kTables = "tables of text";
        if (spec.delimiter != normal.delimiter) return fault("delimiter", kTables);
        if (spec.header != normal.header) return fault("header", kTables);
        if (!spec.missing.empty()) return fault("missing", kTables);
        if (!spec.nominal.empty()) return fault("nominal", kTables);
        if (!spec.skip.empty()) return fault("skip", kTables);
    }
    if (format == FileFormat::libsvm && !any_table && !spec.label.empty())
        return fault("label", "tables, ARFF and IDX");
    const bool idx_test = has_test && test_format == FileFormat::idx;
    if (!spec.test_label.empty() && !idx_test) return fault("test_label", "IDX with a `test_path`");
    if (format == FileFormat::idx && spec.label.empty())
        return {"path", spec.path + ": `label` must name the IDX file of its labels"};
    if (idx_test && spec.test_label.empty())
        return {"test_path", spec.test_path + ": `test_label` must name the IDX file of its labels"};
    return {};
}

/// The first option set that is for own files alone; "" where there is none.
std::string own_file_option(const DatasetSpec& spec) {
    const DatasetSpec normal;
    const std::pair<const char*, bool> options[] = {
        {"test_path", !spec.test_path.empty()},
        {"test_fraction", spec.test_fraction != normal.test_fraction},
        {"label", !spec.label.empty()},
        {"test_label", !spec.test_label.empty()},
        {"format", spec.format != normal.format},
        {"delimiter", spec.delimiter != normal.delimiter},
        {"header", spec.header != normal.header},
        {"missing", !spec.missing.empty()},
        {"nominal", !spec.nominal.empty()},
        {"skip", !spec.skip.empty()}};
    for (const auto& [name, is_set] : options)
        if (is_set) return name;
    return {};
}

}  // namespace

FileFormat format_of(const std::string& path, const DatasetSpec& spec) {
    return spec.format != FileFormat::automatic ? spec.format : format_by_name(path);
}

OptionFault size_fault(const CatalogueEntry& entry, const DatasetSpec& spec) {
    if (!entry.sized && (spec.rows != 0 || spec.test_rows != 0))
        return {spec.rows != 0 ? "rows" : "test_rows",
                fmt::format("data set '{}' has a fixed number of rows: rows and test_rows do not apply",
                            entry.name)};
    if (!entry.any_width && spec.features != 0)
        return {
            "features",
            fmt::format("data set '{}' has a fixed number of columns: features does not apply", entry.name)};
    return {};
}

OptionFault own_file_fault(const DatasetSpec& spec) {
    if (spec.rows != 0 || spec.test_rows != 0)
        return {spec.rows != 0 ? "rows" : "test_rows", "rows and test_rows do not apply to own files"};
    if (spec.features != 0) return {"features", "features does not apply to own files"};
    const bool share_set = spec.test_fraction != 0 && spec.test_fraction != DatasetSpec{}.test_fraction;
    if (share_set && !spec.test_path.empty())
        return {"test_fraction", "test_fraction does not apply beside test_path"};
    return format_fault(spec);
}

OptionFault option_fault(const DatasetSpec& spec) {
    if (!spec.path.empty()) return own_file_fault(spec);
    if (const std::string option = own_file_option(spec); !option.empty())
        return {option,
                fmt::format("`{}` is for own files, beside `path`: it does not apply to data set '{}'",
                            option, spec.name)};
    return spec.stand_in == StandIn::if_missing ? OptionFault{} : size_fault(find_dataset(spec.name), spec);
}

}  // namespace reboost::data
