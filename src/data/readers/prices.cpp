#include "data/readers/prices.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "data/readers/text_file.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace reboost::data {
namespace {

constexpr std::string_view kSeparators = " \t\r,;";

double read_price(const std::string& path, std::size_t line, std::size_t column, std::string_view word) {
    const auto price = parse_whole<double>(word);
    if (!price) throw DataError(path, line, column, "expected a price, found '" + std::string(word) + "'");
    if (!(*price >= 0) || std::isinf(*price))
        throw DataError(path, line, column,
                        "price '" + std::string(word) + "': expected a finite number, at least 0");
    return *price;
}

}  // namespace

std::vector<double> read_prices(const SourceFile& source) {
    const std::string content = read_whole_file(source);
    LineReader lines(content, "#");
    std::vector<double> prices;
    std::string_view numbers;
    while (lines.next(numbers)) {
        numbers = numbers.substr(0, numbers.find('#'));
        for (std::size_t at = numbers.find_first_not_of(kSeparators); at != std::string_view::npos;) {
            const std::size_t end = std::min(numbers.find_first_of(kSeparators, at), numbers.size());
            prices.push_back(read_price(source.path, lines.number(), at + 1, numbers.substr(at, end - at)));
            at = numbers.find_first_not_of(kSeparators, end);
        }
    }
    return prices;
}

}  // namespace reboost::data
