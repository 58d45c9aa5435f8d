#pragma once
/// Templates of plots/pages: they hold the sentences and the looks, the data are a report's numbers.
///
///     {{name}}  {{object.name}}  {{.}}     a value, escaped; {{{name}}} as it is
///     {{#name}} … {{/name}}                for each element of a list, inside an object, or where a value is
///                                          neither false, 0 nor ""
///     {{^name}} … {{/name}}                else
///     {{#name = word}} … {{/name}}         where the value is the word
///     {{name | filter:argument | …}}       `filtered` lists the filters; an argument "$name" is a
///                                          value
///     {{>file}}                            that template in this place; what a .txt says is escaped, too
///
/// Names are looked up in the objects around, too, "../name" in those around the innermost, "./name" in that
/// alone; what is not there is empty. `@last` is true in the last turn of a list, `@index` counts from 1. A
/// line with nothing but one of # ^ / is no line of the output.
#include "core/value.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace reboost::report {

class PageTemplate {
  public:
    /// Text is escaped for the file's kind: .html, .md, .tex or .csv, or made a string of Gnuplot or JSON:
    /// .gp, .json; .txt has none. Throws IoError, or DataError where the file is no template.
    explicit PageTemplate(const std::filesystem::path& file);
    /// May be called from several threads. Throws DataError where a filter does not fit its value.
    /// `around`: names that are not in `data`.
    std::string fill(const Value& data, const Value& around = {}) const;

  private:
    struct Parsed;
    std::shared_ptr<const Parsed> parsed_;
};

/// What the filter `name` makes of a value. Throws DataError for an unknown filter, or where the value does
/// not fit.
///
/// Filters of a list:
///  - size: its elements, or the members of an object
///  - where:key:word, unless:key:word, by:key:word: the elements whose member is the word ("": that have
///    none); the others; the first of them
///  - first; take:n: the first n; sort:key: in the order of a member
///  - any:key: whether an element has the member; marked:word: whether a cell has the mark; has:word
///  - join:text; plural:one:many: "1 claim", "3 claims", of a number, too
///  - leaves: what stands in an object, {name: path, value}, without nulls and empty texts
///
/// Filters of a number: fixed:n, signed:n, percent:n, ratio, digits, times, general:n, number, micro:n and p
/// are texts (infinite: ∞); above:x, below:x; place and tenfold are places on small axes.
///
/// Filters of anything: known; ends:text; slug: a name for a file or an anchor; json: as JSON that may stand
/// in a script of a page; or:text: the text where the value is empty.
Value filtered(const Value& value, const std::string& name, const std::vector<Value>& arguments);

/// Neither null, false, 0, "" nor an empty list.
bool is_true(const Value& value);

}  // namespace reboost::report
