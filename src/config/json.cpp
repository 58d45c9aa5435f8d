#include "config/json.hpp"

#include "files/atomic_file.hpp"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <unordered_set>
#include <vector>

#include <nlohmann/json.hpp>

namespace reboost::config {
namespace {

/// A hint at a missing or superfluous comma for the parser's message; "" if it is about something else.
std::string comma_hint(std::string_view reason) {
    const auto says = [&](std::string_view part) { return reason.find(part) != std::string_view::npos; };
    if (says("object key - unexpected '}'") || says("value - unexpected ']'"))
        return "; no comma goes before a closing bracket";
    if (says("object - unexpected string literal") || says("array - unexpected string literal") ||
        says("array - unexpected number literal"))
        return "; is a comma missing before it?";
    return "";
}

/// Builds Nodes from nlohmann's events. These have no place, so the stream tells how far the parser is.
class NodeBuilder {
  public:
    NodeBuilder(std::string_view text, const std::string& file, std::istream& stream)
        : text_(text), file_(std::make_shared<const std::string>(file)), stream_(stream) {
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '\n') line_starts_.push_back(i + 1);
    }

    bool null() { return add_scalar({}); }
    bool boolean(bool value) { return add_scalar(value); }
    bool number_integer(std::int64_t value) { return add_scalar(value); }
    bool number_unsigned(std::uint64_t value) {
        if (value <= INT64_MAX) return add_scalar(value);
        next_token();
        throw error("the number is too large");
    }
    bool number_float(double value, const std::string&) { return add_scalar(value); }
    bool string(std::string& value) { return add_scalar(Value(std::move(value))); }
    bool binary(std::vector<std::uint8_t>&) { return false; }
    bool start_object(std::size_t) { return open(Node(Node::Members{}, origin())); }
    bool start_array(std::size_t) { return open(Node(Node::List{}, origin())); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        next_token();
        if (!open_.back().keys.insert(name).second)
            throw error("duplicate key '" + name + "' (first at line " +
                        std::to_string(open_.back().node.find(name)->origin()->line) + ")");
        open_.back().key = name;
        return true;
    }
    bool parse_error(std::size_t offset, const std::string&, const nlohmann::json::exception& fault) {
        std::string reason = fault.what();
        // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while ...": keeps
        // the end. "[json.exception.out_of_range.406] number overflow parsing '1e999'" has no column.
        const std::size_t column = reason.find("column ");
        const std::size_t colon = column == std::string::npos ? column : reason.find(": ", column);
        reason.erase(0, (colon != std::string::npos ? colon : reason.find("] ")) + 2);
        reason += comma_hint(reason);
        next_token();
        const std::size_t last = std::min(std::max<std::size_t>(offset, 1) - 1, text_.size());  // read last
        if (last <= token_ || last == text_.size() || (text_[token_] == '"' && text_[last] != '"'))
            token_ = last;
        throw error(reason);
    }

    Node take() { return std::move(root_); }

  private:
    struct Open {
        Node node;
        std::string key;
        std::string path;
        std::unordered_set<std::string> keys{};
    };

    /// The place of the event's token.
    std::shared_ptr<const Origin> token_origin(std::string path = {}) const {
        const auto next = std::ranges::upper_bound(line_starts_, token_);
        const auto line = static_cast<std::size_t>(next - line_starts_.begin());
        return std::make_shared<const Origin>(Origin{file_, line, token_ - next[-1] + 1, std::move(path)});
    }
    UsageError error(const std::string& message) const { return Node({}, token_origin()).error(message); }

    std::string path_of_next() const {
        if (open_.empty()) return {};
        const Open& top = open_.back();
        if (const Node::List* items = top.node.list())
            return top.path + "[" + std::to_string(items->size()) + "]";
        return top.path.empty() ? top.key : top.path + "." + top.key;
    }

    /// Finds the token of this event: it begins behind the last one, commas, colons, blanks and comments.
    void next_token() {
        // The parser has read one character more after a number, perhaps the first of a comment.
        token_ = read_ > 0 && text_[read_ - 1] == '/' ? read_ - 1 : read_;
        while (true) {
            token_ = std::min(text_.find_first_not_of(" \t\r\n,:", token_), text_.size());
            const std::string_view begin = text_.substr(token_, 2);
            if (begin != "//" && begin != "/*") break;
            const std::string_view mark = begin == "//" ? "\n" : "*/";
            token_ = std::min(text_.find(mark, token_ + 2), text_.size() - mark.size()) + mark.size();
        }
        const std::streamoff read = stream_.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
        read_ = std::min(static_cast<std::size_t>(read), text_.size());
    }

    std::shared_ptr<const Origin> origin() {
        next_token();
        return token_origin(path_of_next());
    }

    bool add(Node node) {
        if (open_.empty())
            root_ = std::move(node);
        else if (Node::List* items = open_.back().node.list())
            items->push_back(std::move(node));
        else
            open_.back().node.members()->emplace_back(open_.back().key, std::move(node));
        return true;
    }
    bool add_scalar(Value value) { return add(Node(std::move(value), origin())); }
    /// Limits for the recursion over a document and for the path of each value.
    static constexpr std::size_t kDeepest = 200, kLongestPath = 1000;

    bool open(Node node) {
        if (open_.size() == kDeepest)
            throw error("lists and objects are nested more than " + std::to_string(kDeepest) + " deep");
        std::string path = path_of_next();
        if (path.size() > kLongestPath)
            throw error("the names of what this is in have more than " + std::to_string(kLongestPath) +
                        " characters together");
        open_.push_back({std::move(node), {}, std::move(path)});
        return true;
    }
    bool close() {
        next_token();
        Node node = std::move(open_.back().node);
        open_.pop_back();
        return add(std::move(node));
    }

    std::string_view text_;
    std::vector<std::size_t> line_starts_{0};
    std::shared_ptr<const std::string> file_;
    std::istream& stream_;
    std::size_t token_ = 0, read_ = 0;  ///< where the event's token begins; how far the parser has read
    std::vector<Open> open_;
    Node root_;
};

}  // namespace

Node parse_located(std::string_view text, const std::string& filename) {
    std::istringstream stream{std::string(text)};
    NodeBuilder builder(text, filename, stream);
    constexpr bool kStrict = true, kIgnoreComments = true;
    nlohmann::json::sax_parse(stream, &builder, nlohmann::json::input_format_t::json, kStrict,
                              kIgnoreComments);
    return builder.take();
}

Value parse_json(std::string_view text, const std::string& filename) {
    return parse_located(text, filename).to_value();
}

std::string read_text_file(const std::string& path) {
    const std::vector<std::byte> bytes = files::read_whole_file(path);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Value read_json_file(const std::string& path) {
    return parse_json(read_text_file(path), path);
}

}  // namespace reboost::config
