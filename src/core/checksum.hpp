#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace reboost {

/// Incremental SHA-256 (FIPS 180-4, by libcrypto).
class Sha256 {
  public:
    Sha256();
    ~Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;
    void update(const void* bytes, std::size_t count);
    void update(std::string_view text) { update(text.data(), text.size()); }
    /// 64 lower-case hexadecimal digits; the object is spent afterwards.
    std::string hex();

  private:
    struct Context;
    std::unique_ptr<Context> context_;
};

std::string sha256_hex(std::string_view text);
/// Throws IoError.
std::string sha256_of_file(const std::string& path);

}  // namespace reboost
