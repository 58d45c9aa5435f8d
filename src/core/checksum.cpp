#include "core/checksum.hpp"

#include "core/error.hpp"

#include <cerrno>
#include <cstdio>
#include <vector>

#include <openssl/evp.h>

namespace reboost {

void Sha256::Free::operator()(evp_md_ctx_st* context) const {
    EVP_MD_CTX_free(context);
}

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
    EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr);
}

void Sha256::update(const void* bytes, std::size_t count) {
    EVP_DigestUpdate(context_.get(), bytes, count);
}

std::string Sha256::hex() {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    EVP_DigestFinal_ex(context_.get(), digest, &size);
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (unsigned int i = 0; i < size; ++i) {
        text += kDigits[digest[i] >> 4];
        text += kDigits[digest[i] & 15];
    }
    return text;
}

std::string sha256_hex(std::string_view text) {
    Sha256 hash;
    hash.update(text);
    return hash.hex();
}

std::string sha256_of_file(const std::string& path) {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) throw IoError::from_errno("cannot open '" + path + "'", errno);
    Sha256 hash;
    std::vector<char> buffer(1 << 16);
    std::size_t count = 0;
    while ((count = std::fread(buffer.data(), 1, buffer.size(), file)) > 0)
        hash.update(buffer.data(), count);
    const bool failed = std::ferror(file) != 0;
    std::fclose(file);
    if (failed) throw IoError("cannot read '" + path + "'");
    return hash.hex();
}

}  // namespace reboost
