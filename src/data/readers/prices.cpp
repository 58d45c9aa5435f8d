#include "data/readers/prices.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

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
    std::vector<double> prices;
    std::string_view rest = content;
    for (std::size_t line = 1; !rest.empty(); ++line) {
        const std::size_t end_of_line = std::min(rest.find('\n'), rest.size());
        const std::string_view text = rest.substr(0, end_of_line);
        rest.remove_prefix(std::min(end_of_line + 1, rest.size()));
        const std::string_view numbers = text.substr(0, text.find('#'));
        for (std::size_t at = numbers.find_first_not_of(kSeparators); at != std::string_view::npos;) {
            const std::size_t end = std::min(numbers.find_first_of(kSeparators, at), numbers.size());
            prices.push_back(read_price(source.path, line, at + 1, numbers.substr(at, end - at)));
            at = numbers.find_first_not_of(kSeparators, end);
        }
    }
    return prices;
}

}  // namespace reboost::data
