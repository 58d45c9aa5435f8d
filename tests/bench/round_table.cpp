#include "bench/recipes.hpp"
#include "bench/results.hpp"

namespace reboost::bench {
namespace {

TableCell measure_cell(const TableRow& row, std::size_t column, double seconds, DataShelf& shelf,
                       PlainSearch& plain) {
    const auto data = shelf.get(kDataSets[column]);
    const std::size_t features = data->train.features();
    TableCell cell;
    cell.row = row.name;
    cell.data_set = kDataSets[column];
    cell.stand_in = data->provenance.stand_in;
    const double before = plain.median_ms(3);
    cell.cost = measure_rounds(make_recipe(row.learner, row.selector, features), data,
                               warm_rounds(row.selector, features), seconds);
    cell.scale = (before + plain.median_ms(3)) / 2 / kReferencePlainMs;
    cell.target_ms = row.targets_ms[column] * cell.scale;
    cell.authors_ms = row.authors_ms[column] * cell.scale;
    return cell;
}

}  // namespace

std::vector<TableCell> measure_table(const BenchOptions& options, DataShelf& shelf, PlainSearch& plain) {
    std::vector<TableCell> cells;
    for (const TableRow& row : table_rows())
        for (std::size_t column = 0; column < kDataSets.size(); ++column)
            if (options.wants("table/" + std::string(row.name) + "/" + std::string(kDataSets[column])))
                cells.push_back(measure_cell(row, column, options.seconds, shelf, plain));
    return cells;
}

}  // namespace reboost::bench
