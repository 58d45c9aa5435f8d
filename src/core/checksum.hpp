#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;  // a type of libcrypto

namespace reboost {

/// Incremental SHA-256 (FIPS 180-4, by libcrypto).
class Sha256 {
  public:
    Sha256();
    void update(const void* bytes, std::size_t count);
    void update(std::string_view text) { update(text.data(), text.size()); }
    /// 64 lower-case hexadecimal digits. The object cannot be used afterwards.
    std::string hex();

  private:
    struct Free {
        void operator()(evp_md_ctx_st* context) const;
    };
    std::unique_ptr<evp_md_ctx_st, Free> context_;
};

std::string sha256_hex(std::string_view text);
/// The SHA-256 of a file's bytes. Throws IoError.
std::string sha256_of_file(const std::string& path);

}  // namespace reboost
