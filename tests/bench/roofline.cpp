#include "bench/results.hpp"
#include "bench/statistics.hpp"
#include "learners/mh/stump_scanner.hpp"
#include "learners/mh/weights.hpp"
#include "support/team.hpp"

#include <numeric>

namespace reboost::bench {
namespace {

constexpr int kSearches = 9;

double code_bytes(const learners::ScanColumn& column) {
    const auto entries = static_cast<double>(column.entries);
    switch (column.form) {
        case learners::ColumnForm::constant:
            return 0;
        case learners::ColumnForm::dense:
            return entries * sizeof(std::uint8_t);
        case learners::ColumnForm::list:
            return entries * sizeof(std::uint16_t) +
                   static_cast<double>(column.list.groups.size()) * sizeof(learners::BinGroup);
        case learners::ColumnForm::sorted:
            return entries * column.row_bytes;
    }
    return 0;
}

void count_traffic(const learners::ScanColumns& columns, std::size_t stride, SearchTraffic& traffic) {
    const auto row_bytes = static_cast<double>(stride * sizeof(float));
    for (std::size_t c = 0; c < columns.features(); ++c) {
        const learners::ScanColumn& column = columns[c];
        const bool dense = column.form == learners::ColumnForm::dense;
        traffic.columns_constant += column.form == learners::ColumnForm::constant;
        traffic.columns_dense += dense;
        traffic.columns_list += column.form == learners::ColumnForm::list;
        traffic.columns_sorted += column.form == learners::ColumnForm::sorted;
        traffic.values += static_cast<double>(column.entries);
        traffic.weight_bytes += static_cast<double>(column.entries) * row_bytes / (dense ? 4 : 1);
        traffic.code_bytes += code_bytes(column);
    }
    traffic.resident_bytes = traffic.code_bytes + static_cast<double>(columns.rows()) * row_bytes;
}

SearchTraffic measure_search(std::string_view name, DataShelf& shelf) {
    const auto data = shelf.get(name);
    const std::size_t stride = learners::padded_classes(data->train_labels.classes);
    const learners::ScanColumns columns(data->train, stride);
    const learners::SignedWeights weights(data->train_labels, true);
    learners::StumpScanner scanner(columns, testing::alone());
    std::vector<std::uint32_t> features(columns.features());
    std::iota(features.begin(), features.end(), 0U);
    std::vector<learners::ThresholdScore> scores(features.size());
    SearchTraffic traffic;
    traffic.data_set = name;
    traffic.stand_in = data->provenance.stand_in;
    count_traffic(columns, stride, traffic);
    std::vector<double> times;
    for (int search = 0; search < kSearches; ++search) {
        const Timer timer;
        scanner.scan(features, {weights.data(), weights.totals()}, scores, learners::Wanted::best_score);
        times.push_back(1e3 * timer.cpu_seconds());
    }
    traffic.search_ms = median(times);
    return traffic;
}

}  // namespace

double SearchTraffic::roof_ms(const std::vector<StreamLevel>& streams) const {
    return 1e3 * (weight_bytes / stream_level(streams, "L2").read +
                  code_bytes / stream_level(streams, "memory").read);
}

double SearchTraffic::memory_roof_ms(const std::vector<StreamLevel>& streams) const {
    return 1e3 * resident_bytes / stream_level(streams, "memory").read;
}

std::vector<SearchTraffic> measure_roofline(const BenchOptions& options, DataShelf& shelf) {
    std::vector<SearchTraffic> all;
    for (const std::string_view name : kDataSets)
        if (options.wants("roofline/" + std::string(name))) all.push_back(measure_search(name, shelf));
    return all;
}

}  // namespace reboost::bench
