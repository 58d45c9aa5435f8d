#pragma once
/// A choice among classes that hold their own options.
///
/// A kind of part is an abstract class with `void fields(Fields&)`, a static list `entries()`, and `kKind`,
/// its name in messages. Each class of the kind has its own file, with its options in `fields` and its entry,
/// and is made known by the list. A choice holds an idle part, which is copied before it works. Next to the
/// list stands `template class reboost::ChoiceOf<Part>;`, and in the kind's header the same after `extern`.
#include "core/fields.hpp"
#include "core/names.hpp"

#include <initializer_list>
#include <memory>
#include <span>

namespace reboost {

template <class Part>
struct Entry {
    Alternative alternative;
    std::unique_ptr<Part> (*make)();  ///< makes a part with default options
    /// Copies a part of this entry with its options.
    std::unique_ptr<Part> (*copy)(const Part& part);
    std::string_view name() const { return alternative.name; }
};

template <class P, class Part>
constexpr Entry<Part> entry_of(std::string_view name, const ShortLabel& label = {},
                               std::string_view help = {}) {
    return {{name, help, label},
            []() -> std::unique_ptr<Part> { return std::make_unique<P>(); },
            [](const Part& part) -> std::unique_ptr<Part> {
                return std::make_unique<P>(dynamic_cast<const P&>(part));
            }};
}

template <class Part>
class ChoiceOf : public ChoiceField {
  public:
    /// Holds the first entry's part.
    ChoiceOf() : entry_(&Part::entries().front()), part_(entry_->make()) {}
    /// Holds the named part; `options` differ from its defaults. Throws UsageError for unknown names.
    ChoiceOf(std::string_view name, std::initializer_list<std::pair<std::string_view, Value>> options = {})
        : entry_(&find_named(Part::entries(), name, Part::kKind, &Entry<Part>::name)), part_(entry_->make()) {
        Value object = Value::object();
        for (const auto& [key, value] : options)
            object.set(std::string(key), value);
        ValueReader reader(object);
        part_->fields(reader);
        reader.finish();
    }
    ChoiceOf(const ChoiceOf& other);
    ChoiceOf(ChoiceOf&&) noexcept = default;
    ChoiceOf& operator=(const ChoiceOf& other) { return *this = ChoiceOf(other); }
    ChoiceOf& operator=(ChoiceOf&&) noexcept = default;
    // If GCC 12 inlines this where the construction of a struct may fail, it warns of uninitialised memory.
    [[gnu::noinline]] ~ChoiceOf() override;

    std::string_view name() const { return entry_->name(); }
    const Part* operator->() const { return part_.get(); }
    std::unique_ptr<Part> make() const { return entry_->copy(*part_); }
    /// The option of this name as JSON; null if the part does not have it.
    Value option(std::string_view name) const {
        Value options = Value::object();
        ValueWriter writer(options);
        part_->fields(writer);
        const Value* found = options.find(name);
        return found == nullptr ? Value() : *found;
    }

    std::size_t size() const override { return Part::entries().size(); }
    Alternative alternative(std::size_t index) const override { return Part::entries()[index].alternative; }
    std::size_t index() const override { return static_cast<std::size_t>(entry_ - Part::entries().data()); }
    void choose(std::size_t index) override {
        entry_ = &Part::entries()[index];
        part_ = entry_->make();
    }
    void describe_held(Fields& fields) override { part_->fields(fields); }
    void describe_default(std::size_t index, Fields& fields) const override {
        Part::entries()[index].make()->fields(fields);
    }

  protected:
    const Entry<Part>* entry_;
    std::unique_ptr<Part> part_;
};

template <class Part>
ChoiceOf<Part>::ChoiceOf(const ChoiceOf& other)
    : ChoiceField(other), entry_(other.entry_), part_(other.make()) {}

template <class Part>
ChoiceOf<Part>::~ChoiceOf() = default;

}  // namespace reboost
