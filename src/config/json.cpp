#include "config/json.hpp"

#include "files/atomic_file.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <sstream>
#include <unordered_set>
#include <vector>

#include <nlohmann/json.hpp>

namespace reboost::config {
namespace {

struct Position {
    std::size_t line = 1, column = 1;
};

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
        : text_(text), file_(file), stream_(stream) {
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '\n') line_starts_.push_back(i + 1);
    }

    bool null() { return add_scalar({}); }
    bool boolean(bool value) { return add_scalar(value); }
    bool number_integer(std::int64_t value) { return add_scalar(value); }
    bool number_unsigned(std::uint64_t value) {
        if (value > INT64_MAX) throw UsageError(prefix(start_of_token()) + "the number is too large");
        return add_scalar(value);
    }
    bool number_float(double value, const std::string&) { return add_scalar(value); }
    bool string(std::string& value) { return add_scalar(Value(std::move(value))); }
    bool binary(std::vector<std::uint8_t>&) { return false; }
    bool start_object(std::size_t) { return open(Node(Node::Members{}, origin())); }
    bool start_array(std::size_t) { return open(Node(Node::List{}, origin())); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        if (!open_.back().keys.insert(name).second)
            throw UsageError(prefix(start_of_token()) + "duplicate key '" + name + "' (first at line " +
                             std::to_string(open_.back().node.find(name)->origin()->line) + ")");
        open_.back().key = name;
        return true;
    }
    bool parse_error(std::size_t offset, const std::string&, const nlohmann::json::exception& error) {
        std::string reason = error.what();
        // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while ...": keeps
        // the end. "[json.exception.out_of_range.406] number overflow parsing '1e999'" has no column.
        const std::size_t column = reason.find("column ");
        const std::size_t colon = column == std::string::npos ? column : reason.find(": ", column);
        reason.erase(0, (colon != std::string::npos ? colon : reason.find("] ")) + 2);
        reason += comma_hint(reason);
        const Position position = offset > text_.size() ? at(text_.size()) : start_of_token(offset, false);
        throw UsageError(prefix(position) + reason);
    }

    Node take() { return std::move(root_); }

  private:
    struct Open {
        Node node;
        std::string key;
        std::string path;
        std::unordered_set<std::string> keys{};
    };

    /// Line and column of an offset, both from 1.
    Position at(std::size_t offset) const {
        const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
        return {static_cast<std::size_t>(next - line_starts_.begin()), offset - *(next - 1) + 1};
    }

    std::string prefix(const Position& position) const {
        return file_ + ":" + std::to_string(position.line) + ":" + std::to_string(position.column) + ": ";
    }

    std::string path_of_next() const {
        if (open_.empty()) return {};
        const Open& top = open_.back();
        if (const Node::List* items = top.node.list())
            return top.path + "[" + std::to_string(items->size()) + "]";
        return top.path.empty() ? top.key : top.path + "." + top.key;
    }

    /// The parser is behind the token; it has read one character more after a number.
    Position start_of_token() const {
        const std::streamoff read = stream_.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
        return start_of_token(static_cast<std::size_t>(read), true);
    }

    /// `lookahead`: the last character read may belong to the next token.
    Position start_of_token(std::size_t end, bool lookahead) const {
        const std::size_t read = std::min(end, text_.size());
        if (read == 0) return {};
        std::size_t start = read - 1;
        if (text_[start] == '"') {
            const auto escaped = [&](std::size_t quote) {
                std::size_t slashes = 0;
                while (quote > slashes && text_[quote - 1 - slashes] == '\\')
                    ++slashes;
                return slashes % 2 == 1;
            };
            do
                --start;
            while (start > 0 && (text_[start] != '"' || escaped(start)));
            return at(start);
        }
        const auto in_word = [&](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '+' || c == '-';
        };
        if (lookahead && !in_word(text_[start]) && text_[start] != '{' && text_[start] != '[' && start > 0)
            --start;
        while (start > 0 && in_word(text_[start]) && in_word(text_[start - 1]))
            --start;
        return at(start);
    }

    std::shared_ptr<const Origin> origin() const {
        const Position position = start_of_token();
        return std::make_shared<const Origin>(Origin{file_, position.line, position.column, path_of_next()});
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
            throw UsageError(prefix(start_of_token()) + "lists and objects are nested more than " +
                             std::to_string(kDeepest) + " deep");
        std::string path = path_of_next();
        if (path.size() > kLongestPath)
            throw UsageError(prefix(start_of_token()) + "the names of what this is in have more than " +
                             std::to_string(kLongestPath) + " characters together");
        open_.push_back({std::move(node), {}, std::move(path)});
        return true;
    }
    bool close() {
        Node node = std::move(open_.back().node);
        open_.pop_back();
        return add(std::move(node));
    }

    std::string_view text_;
    std::vector<std::size_t> line_starts_{0};
    const std::string& file_;
    std::istream& stream_;
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
