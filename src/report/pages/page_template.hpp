#pragma once
/// Templates of plots/pages: they hold the sentences and the looks, the data are a report's numbers.
///
///     {{name}}  {{object.name}}  {{.}}     a value, escaped; {{{name}}} as it is
///     {{#name}} … {{/name}}                for each element of a list, inside an object, or where a value is
///                                          neither false, 0 nor ""
///     {{^name}} … {{/name}}                else
///     {{#name = word}} … {{/name}}         where the value is the word
///     {{name | filter:argument | …}}       template_filters.hpp lists the filters; an argument "$name" is a
///                                          value
///     {{>file}}                            that template in this place; what a .txt says is escaped, too
///     {{! remark}}
///
/// Names are looked up in the objects around, too, "../name" in those around the innermost, "./name" in that
/// alone; what is not there is empty. `@last` is true in the last turn of a list, `@index` counts from 1.
/// `has_name`: whether the list has elements. A line with nothing but one of # ^ / ! is no line of the
/// output.
#include "core/value.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace reboost::report {

class PageTemplate {
  public:
    /// `file` of `folder`, "front.html". Text is escaped for its kind: .html, .md, .tex or .csv; .txt has
    /// none. Throws IoError, or DataError where the file is no template.
    PageTemplate(const std::filesystem::path& folder, const std::string& file);
    ~PageTemplate();
    PageTemplate(const PageTemplate&) = delete;
    PageTemplate& operator=(const PageTemplate&) = delete;

    /// May be called from several threads. Throws DataError where a filter does not fit its value.
    /// `around`: names that are not in `data`.
    std::string fill(const Value& data, const Value& around = {}) const;

  private:
    struct Parsed;
    std::unique_ptr<Parsed> parsed_;
};

}  // namespace reboost::report
