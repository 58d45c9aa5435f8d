#include "app/common.hpp"
#include "app/data_sets.hpp"
#include "core/error.hpp"
#include "core/names.hpp"
#include "data/generators/orange_like.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <ostream>

#include <fmt/format.h>

namespace reboost::app {
namespace {

constexpr std::int64_t kMost = 1'000'000'000;

}  // namespace

int write_orange(const std::vector<std::string>& names, const Arguments& arguments,
                 const Invocation& invocation) {
    constexpr std::array<std::string_view, 2> kKnown{"orange-like", "orange-small-like"};
    if (names.size() != 1) throw UsageError("data write: name one of orange-like, orange-small-like");
    const std::string_view name =
        find_named(kKnown, names.front(), "generator of files", std::identity(), "data write");
    const bool large = name == kKnown[0];
    const data::OrangeShape whole =
        large ? data::OrangeShape{}
              : data::OrangeShape{.features = 230, .nominal = 40, .strong = 0.1, .weak = 0.3};
    data::OrangeShape shape = whole;
    shape.features = static_cast<std::size_t>(
        arguments.integer("features", static_cast<std::int64_t>(whole.features), 1, kMost));
    shape.nominal = (whole.nominal * shape.features + whole.features - 1) / whole.features;
    const std::string folder = arguments.has("output")
                                   ? arguments.text("output")
                                   : (data::default_data_root().folder / "orange").string();
    const data::OrangeLike rows(shape, static_cast<std::size_t>(arguments.integer("rows", 50000, 1, kMost)),
                                static_cast<std::size_t>(arguments.integer("seed", 1, 1, kMost)));
    const std::uint64_t bytes =
        data::write_orange_files(rows, folder, large ? "large" : "small", large ? 5 : 1);
    invocation.out << fmt::format("{}: {} rows of {} columns, {:.1f} MB\n", folder, rows.rows(),
                                  shape.features, static_cast<double>(bytes) / 1e6);
    return kAllWell;
}

}  // namespace reboost::app
