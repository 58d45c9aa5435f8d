#include "report/pages/page_template.hpp"

#include "core/error.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/text_file.hpp"

#include <kainjow/mustache.hpp>

namespace reboost::report {
namespace {

namespace mustache = kainjow::mustache;

mustache::data data_of(const Value& value) {
    if (value.is_null()) return false;
    if (value.is_bool()) return value.as_bool();
    if (value.is_string()) return value.as_string();
    if (value.is_list()) {
        mustache::data list{mustache::data::type::list};
        for (const Value& element : value.as_list())
            list.push_back(data_of(element));
        return list;
    }
    if (value.is_object()) {
        mustache::data object{mustache::data::type::object};
        for (const auto& [key, member] : value.as_object()) {
            object.set(key, data_of(member));
            if (member.is_list()) object.set("has_" + key, !member.as_list().empty());
        }
        return object;
    }
    return to_json(value);
}

/// The text with its partials in their places: the library would read and parse each again wherever it
/// stands.
std::string with_partials(const std::filesystem::path& folder, const std::string& name) {
    std::string text = read_text(folder / (name + ".mustache"));
    for (std::size_t at = text.find("{{>"); at != std::string::npos; at = text.find("{{>", at)) {
        const std::size_t end = text.find("}}", at);
        if (end == std::string::npos) break;
        const std::string partial = text.substr(at + 3, end - at - 3);
        text.replace(at, end + 2 - at, with_partials(folder, partial));
    }
    return text;
}

}  // namespace

struct PageTemplate::Parsed {
    std::string file;
    mustache::mustache page;
};

PageTemplate::PageTemplate(const std::filesystem::path& folder, const std::string& name)
    : parsed_(std::make_unique<Parsed>(Parsed{(folder / (name + ".mustache")).string(),
                                              mustache::mustache(with_partials(folder, name))})) {
    if (!parsed_->page.is_valid()) throw DataError(parsed_->file + ": " + parsed_->page.error_message());
    parsed_->page.set_custom_escape(escape_html);
}

PageTemplate::~PageTemplate() = default;

std::string PageTemplate::fill(const Value& data) const {
    std::string html = parsed_->page.render(data_of(data));
    if (!parsed_->page.error_message().empty())
        throw DataError(parsed_->file + ": " + parsed_->page.error_message());
    return html;
}

}  // namespace reboost::report
