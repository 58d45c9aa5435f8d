#pragma once
#include "core/archive.hpp"

#include <string>

namespace reboost::boosting {

/// Puts what `part` saves below "<name>/".
template <class Part>
void save_part(Archive& archive, const std::string& name, const Part& part) {
    Archive own;
    part.save(own);
    archive.put_all(name, own);
}

}  // namespace reboost::boosting
