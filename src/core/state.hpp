#pragma once
/// Saving and loading with one list of members: a class's `void state(StateIO& io)` says `io("a", a_)("b",
/// b_)`.
#include "core/archive.hpp"
#include "core/matrix.hpp"
#include "core/rng.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace reboost {

class StateIO {
  public:
    static StateIO saving_to(Archive& archive) { return {&archive, archive, "", false}; }
    /// As saving_to, but frees each AlignedVector once it is saved: values of all rows and classes.
    static StateIO taking_into(Archive& archive) { return {&archive, archive, "", true}; }
    static StateIO loading_from(const Archive& archive) { return {nullptr, archive, "", false}; }
    bool loading() const { return to_ == nullptr; }
    bool taking() const { return taking_; }

    /// Saves an array, or loads one of the same size. Throws DataError if the sizes differ.
    template <class T>
    StateIO& operator()(const std::string& name, std::span<T> values, const std::string& long_name = {}) {
        if (!loading()) {
            to_->put(prefix_ + name, std::vector<T>(values.begin(), values.end()), "", long_name);
            return *this;
        }
        const std::vector<T>& found = from_.get<T>(prefix_ + name);
        if (found.size() != values.size())
            throw DataError("array '" + name + "' has " + std::to_string(found.size()) + " elements, not " +
                            std::to_string(values.size()));
        std::ranges::copy(found, values.begin());
        return *this;
    }
    template <class T>
    StateIO& operator()(const std::string& name, std::vector<T>& values) {
        return (*this)(name, std::span(values));
    }
    template <class T>
    StateIO& operator()(const std::string& name, AlignedVector<T>& values) {
        (*this)(name, std::span(values));
        if (taking_) AlignedVector<T>().swap(values);
        return *this;
    }
    /// An array of so many elements, as others that were loaded say.
    template <class T>
    StateIO& operator()(const std::string& name, std::vector<T>& values, std::size_t size) {
        values.resize(size);
        return (*this)(name, values);
    }
    template <class T>
    requires std::is_arithmetic_v<T> StateIO& operator()(const std::string& name, T& value) {
        if (loading())
            value = from_.get_scalar<T>(prefix_ + name);
        else
            to_->put_scalar(prefix_ + name, value);
        return *this;
    }
    StateIO& operator()(const std::string& name, bool& value) {
        std::uint8_t number = value ? 1 : 0;
        (*this)(name, number);
        value = number != 0;
        return *this;
    }
    /// Saves or loads the generator's 4 words.
    StateIO& operator()(const std::string& name, Rng& rng) {
        auto words = rng.state();
        (*this)(name, std::span<std::uint64_t>(words));
        rng.set_state(words);
        return *this;
    }
    /// Saves or loads an array of any size.
    template <class T>
    StateIO& any_size(const std::string& name, std::vector<T>& values, const std::string& long_name = {}) {
        if (loading())
            values = from_.get<T>(prefix_ + name);
        else
            to_->put(prefix_ + name, values, "", long_name);
        return *this;
    }
    /// The number of elements of an array that can be loaded.
    template <class T>
    std::size_t size_of(const std::string& name) const {
        return from_.get<T>(prefix_ + name).size();
    }
    /// Saves or loads one member of each row as an array.
    template <class Rows, class Row, class T>
    void column(const std::string& name, Rows& rows, T Row::*member, const std::string& long_name = {}) {
        std::vector<T> values(rows.size());
        std::ranges::transform(rows, values.begin(), [member](const Row& row) { return row.*member; });
        (*this)(name, std::span(values), long_name);
        if (!loading()) return;
        for (std::size_t i = 0; i < values.size(); ++i)
            rows[i].*member = values[i];
    }
    /// As `column`; loading also sets the number of rows.
    template <class Rows, class Row, class T>
    void first_column(const std::string& name, Rows& rows, T Row::*member,
                      const std::string& long_name = {}) {
        if (loading()) rows.resize(size_of<T>(name));
        column(name, rows, member, long_name);
    }
    /// Saves or loads the state of `part` under "<name>/".
    template <class T>
    void part(const std::string& name, T& part) {
        in(name, [&](StateIO& io) { part.state(io); });
    }
    /// Calls `step(io)`; the names that it uses are below "<name>/".
    template <class Step>
    void in(const std::string& name, Step step) {
        StateIO io(to_, from_, prefix_ + name + "/", taking_);
        step(io);
    }

  private:
    StateIO(Archive* to, const Archive& from, std::string prefix, bool taking)
        : to_(to), from_(from), prefix_(std::move(prefix)), taking_(taking) {}
    Archive* to_;  ///< null when loading
    const Archive& from_;
    std::string prefix_;
    bool taking_;
};

/// Saves the members that `state` lists. `state` does not change the object while saving.
template <class T>
void save_state(const T& object, Archive& archive) {
    StateIO io = StateIO::saving_to(archive);
    const_cast<T&>(object).state(io);
}
/// Saves the object's members under "<prefix>/".
template <class T>
void save_state(const T& object, const std::string& prefix, Archive& archive) {
    StateIO::saving_to(archive).part(prefix, const_cast<T&>(object));
}
/// As save_state, but frees large arrays once they are saved: the object can only be destroyed afterwards.
template <class T>
void take_state(T& object, Archive& archive) {
    StateIO io = StateIO::taking_into(archive);
    object.state(io);
}
template <class T>
void load_state(T& object, const Archive& archive) {
    StateIO io = StateIO::loading_from(archive);
    object.state(io);
}

/// An object that was saved under "<prefix>/".
template <class T>
T loaded(const Archive& archive, const std::string& prefix) {
    T object;
    StateIO io = StateIO::loading_from(archive);
    io.part(prefix, object);
    return object;
}

/// The base of interfaces whose objects are saved between steps.
class Stateful {
  public:
    /// The members that `save` and `load` handle; none by default.
    virtual void state(StateIO&) {}
    void save(Archive& archive) const { save_state(*this, archive); }
    /// Throws DataError if the archive belongs to an object of another size.
    void load(const Archive& archive) { load_state(*this, archive); }

  protected:
    ~Stateful() = default;
};

}  // namespace reboost
