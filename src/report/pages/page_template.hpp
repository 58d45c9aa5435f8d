#pragma once
#include "core/value.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace reboost::report {

/// The Mustache template `name`.mustache of `folder`, its partials the other files there. All text is escaped
/// for HTML, but for {{{…}}}. Names are looked up in the objects around, too: each object has all names that
/// its section uses. A list `x` brings `has_x`, whether it has elements. Throws IoError, or DataError where
/// the template is not Mustache.
class PageTemplate {
  public:
    PageTemplate(const std::filesystem::path& folder, const std::string& name);
    ~PageTemplate();
    PageTemplate(const PageTemplate&) = delete;
    PageTemplate& operator=(const PageTemplate&) = delete;

    /// May be called from several threads.
    std::string fill(const Value& data) const;

  private:
    struct Parsed;
    std::unique_ptr<Parsed> parsed_;
};

}  // namespace reboost::report
