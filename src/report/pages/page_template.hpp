#pragma once
/// Templates in plots/pages. They hold sentences and layout; their data are the numbers of a report.
///
///     {{name}}  {{object.name}}  {{.}}     a value, escaped; {{{name}}}: not escaped
///     {{#name}} … {{/name}}                once per element of a list; once, inside an object; once, if
///                                          another value is not false, 0 or ""
///     {{^name}} … {{/name}}                if {{#name}} shows nothing
///     {{#name = word}} … {{/name}}         if the value equals the word
///     {{name | filter:argument | …}}       `filtered` lists the filters; an argument "$name" is a
///                                          value
///     {{>file}}                            inserts that template; the text of a .txt is escaped, too
///
/// Names are also looked up in the surrounding objects; "../name" skips the innermost object, "./name" uses
/// only it. A missing name gives an empty text. `@last` is true for the last element of a list, `@index`
/// counts from 1. A line that holds only a tag with # ^ or / is not written.
#include "core/value.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace reboost::report {

class PageTemplate {
  public:
    /// The file's ending decides how values are escaped: as text for .html, .md, .tex and .csv, as strings
    /// for .gp (Gnuplot) and .json, not for .txt. Throws IoError; DataError if the template is invalid.
    explicit PageTemplate(const std::filesystem::path& file);
    /// Several threads may call it. Throws DataError if a filter does not fit its value. `around`: object for
    /// names that are not in `data`.
    std::string fill(const Value& data, const Value& around = {}) const;

  private:
    struct Parsed;
    std::shared_ptr<const Parsed> parsed_;
};

/// Returns the result of the filter `name`. Throws DataError if there is no such filter or the value does not
/// fit it.
///
/// Filters of a list:
///  - size: number of its elements, or of an object's members
///  - where:key:word: the elements whose member `key` is the word ("": that have no such member);
///    unless:key:word: the other elements; take:n: the first n; sort:key: the elements ordered by a member
///  - marked:word: whether a cell has the mark; has:word: whether the word is an element
///  - join:text: the elements, separated by the text; plural:one:many: "1 claim", "3 claims"
///  - leaves: the values in an object, {name: path, value}, without nulls and empty texts
///
/// Filters of a number: fixed:n, signed:n, percent:n, ratio, digits, times, general:n, number, micro:n and p
/// are texts (infinite: ∞); above:x, below:x are comparisons; place and tenfold are positions on small axes.
///
/// Filters of any value: is:word: what {{#name = word}} asks; known: whether it is not null; ends:text:
/// whether it ends so; slug: a name for files or anchors; json: JSON that is safe in a script; or:text: the
/// text if the value is empty.
Value filtered(const Value& value, const std::string& name, const std::vector<Value>& arguments);

/// Whether a value is none of null, false, 0, "" and an empty list.
bool is_true(const Value& value);

}  // namespace reboost::report
