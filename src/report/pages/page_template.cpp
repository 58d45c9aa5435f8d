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
        for (const auto& [key, member] : value.as_object())
            object.set(key, data_of(member));
        return object;
    }
    return to_json(value);
}

}  // namespace

std::string fill_template(const std::filesystem::path& folder, const std::string& name, const Value& data) {
    const std::filesystem::path file = folder / (name + ".mustache");
    mustache::mustache page(read_text(file));
    page.set_custom_escape(escape_html);
    mustache::data values = data_of(data);
    for (const char* partial : {"head", "bar", "claim"}) {
        const std::string text = read_text(folder / (std::string(partial) + ".mustache"));
        values.set(partial, mustache::partial([text] { return text; }));
    }
    std::string html = page.is_valid() ? page.render(values) : "";
    if (!page.error_message().empty()) throw DataError(file.string() + ": " + page.error_message());
    return html;
}

}  // namespace reboost::report
