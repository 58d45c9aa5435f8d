#include "data/fetch/fetch.hpp"

#include "core/checksum.hpp"
#include "core/error.hpp"
#include "data/data_files.hpp"
#include "data/data_root.hpp"
#include "data/fetch/http_server.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include <archive.h>
#include <archive_entry.h>
#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;
using Catch::Matchers::Contains;
using std::string_literals::operator""s;

namespace {

namespace fs = std::filesystem;

const std::string kContent = [] {
    std::string text;
    for (int i = 0; i < 20000; ++i)
        text += std::to_string(i) + ",";
    return text;
}();

CatalogueFile plain(const HttpServer& server, std::string sha256) {
    CatalogueFile file;
    file.path = "set/file.data";
    file.sha256 = std::move(sha256);
    file.downloads = {{server.url("/file.data"), Packing::none, "", ""}};
    return file;
}

/// All files below the root but the lock, by their name.
std::vector<std::string> files_in(const TemporaryFolder& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder.root().folder))
        if (entry.is_regular_file() && entry.path().filename() != ".lock")
            names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
}

std::string from_hex(const std::string& hex) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    return bytes;
}

const std::string kHello = "hello hello hello\n";
const std::string kHelloGzip = from_hex("1f8b0800000000000203cb48cdc9c957c840905c003b7c8adf12000000");
const std::string kHelloCompress = from_hex("1f9d9068cab061f30644c081050f125400");
// Holds readme.txt and hello.data.
const std::string kHelloZip = from_hex(
    "504b030414000000000000002150d78e292207000000070000000a00000072656"
    "1646d652e7478746e6f7468696e67504b030414"
    "0000000800"
    "000021503b7c8adf0b000000120000000a00000068656c6c6f2e64617461cb48c"
    "dc9c957c840905c00504b010214031400000000"
    "0000002150"
    "d78e292207000000070000000a000000000000000000000080010000000072656"
    "1646d652e747874504b01021403140000000800"
    "000021503b"
    "7c8adf0b000000120000000a000000000000000000000080012f00000068656c6"
    "c6f2e64617461504b0506000000000200020070"
    "0000006200"
    "00000000");

}  // namespace

TEST_CASE("a data folder that cannot be made is named with the reason") {
    const TemporaryFolder folder;
    const DataRoot root = folder.root();
    std::ofstream(root.folder / "file") << "in the way";
    CHECK_THROWS_WITH(fetch("pendigits", DataRoot{root.folder / "file" / "data"}, {}),
                      Contains("cannot create folder") && Contains("is a file"));
}

TEST_CASE("a file is downloaded, checked and put under its name") {
    HttpServer server;
    server.put("/file.data", {kContent});
    const TemporaryFolder folder;
    FetchOptions options;
    std::uint64_t last = 0, total = 0;
    options.download.progress = [&](const DownloadProgress& p) {
        last = p.bytes;
        total = std::max(total, p.total);
        return true;
    };
    const FetchedFile fetched = fetch_file(plain(server, sha256_hex(kContent)), folder.root(), options);
    CHECK(fetched.downloaded);
    CHECK_FALSE(fetched.trusted);
    CHECK(read_file(fetched.path) == kContent);
    CHECK(files_in(folder) == std::vector<std::string>{"file.data"});
    CHECK(last == kContent.size());
    CHECK(total == kContent.size());
    const FetchedFile again = fetch_file(plain(server, sha256_hex(kContent)), folder.root(), {});
    CHECK_FALSE(again.downloaded);
    CHECK(server.ranges().size() == 1);
}

TEST_CASE("a partial file is gone on with where it ended") {
    HttpServer server;
    server.put("/file.data", {kContent, true, 5000});
    const TemporaryFolder folder;
    FetchOptions options;
    options.download.attempts = 1;
    const CatalogueFile file = plain(server, sha256_hex(kContent));
    CHECK_THROWS_AS(fetch_file(file, folder.root(), options), IoError);
    REQUIRE(files_in(folder).size() == 1);
    CHECK_THAT(files_in(folder)[0], Catch::Matchers::EndsWith(".part"));
    const FetchedFile fetched = fetch_file(file, folder.root(), options);
    CHECK(read_file(fetched.path) == kContent);
    CHECK(server.ranges() == std::vector<std::string>{"", "5000-"});
    CHECK(files_in(folder) == std::vector<std::string>{"file.data"});
}

TEST_CASE("a connection that breaks is tried again within one call") {
    HttpServer server;
    server.put("/file.data", {kContent, true, 777});
    const TemporaryFolder folder;
    CHECK(read_file(fetch_file(plain(server, sha256_hex(kContent)), folder.root(), {}).path) == kContent);
    CHECK(server.ranges() == std::vector<std::string>{"", "777-"});
}

TEST_CASE("a server without ranges is asked for the whole file again") {
    HttpServer server;
    server.put("/file.data", {kContent, false, 777});
    const TemporaryFolder folder;
    CHECK(read_file(fetch_file(plain(server, sha256_hex(kContent)), folder.root(), {}).path) == kContent);
    CHECK(server.ranges().back().empty());
}

TEST_CASE("a download that was whole but not yet renamed is used") {
    HttpServer server;
    server.put("/file.data", {kContent});
    const TemporaryFolder folder;
    const std::string partial =
        "set/file.data." + sha256_hex(server.url("/file.data")).substr(0, 8) + ".part";
    folder.write(partial, kContent);
    CHECK(read_file(fetch_file(plain(server, sha256_hex(kContent)), folder.root(), {}).path) == kContent);
}

TEST_CASE("a wrong checksum leaves nothing behind") {
    HttpServer server;
    server.put("/file.data", {"something else"});
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(fetch_file(plain(server, sha256_hex(kContent)), folder.root(), {}),
                      Contains("SHA-256") && Contains(sha256_hex(kContent)) && Contains("/file.data"));
    CHECK_THROWS_AS(fetch_file(plain(server, sha256_hex(kContent)), folder.root(), {}), DataError);
    CHECK(files_in(folder).empty());
}

TEST_CASE("the next address is tried where one fails") {
    HttpServer server;
    server.put("/file.data", {kContent});
    CatalogueFile file = plain(server, sha256_hex(kContent));
    file.downloads.insert(file.downloads.begin(), {server.url("/gone"), Packing::none, "", ""});
    const TemporaryFolder folder;
    CHECK(fetch_file(file, folder.root(), {}).url == server.url("/file.data"));
    file.downloads.pop_back();
    const TemporaryFolder other;
    CHECK_THROWS_WITH(fetch_file(file, other.root(), {}), Contains("404") && Contains("/gone"));
}

TEST_CASE("a file of unknown checksum needs trust, which is recorded and held to") {
    HttpServer server;
    server.put("/file.data", {kContent});
    const CatalogueFile file = plain(server, "");
    const TemporaryFolder folder;
    CHECK_THROWS_AS(fetch_file(file, folder.root(), {}), UsageError);
    CHECK(files_in(folder).empty());
    FetchOptions trusting;
    trusting.trust_first_download = true;
    CHECK(fetch_file(file, folder.root(), trusting).trusted);
    CHECK(trusted_checksum(folder.root(), "set/file.data") == sha256_hex(kContent));
    CHECK_FALSE(fetch_file(file, folder.root(), {}).downloaded);
    folder.write("set/file.data", "changed");
    server.put("/file.data", {"also changed"});
    CHECK_THROWS_AS(fetch_file(file, folder.root(), {}),
                    UsageError);  // no longer what was trusted
}

TEST_CASE("a progress callback is told of what has come") {
    HttpServer server;
    server.put("/file.data", {kContent});
    const TemporaryFolder folder;
    FetchOptions options;
    std::uint64_t come = 0;
    options.download.progress = [&](const DownloadProgress& progress) { come = progress.bytes; };
    fetch_file(plain(server, sha256_hex(kContent)), folder.root(), options);
    CHECK(come == kContent.size());
}

TEST_CASE("compress, gzip and zip are unpacked") {
    const TemporaryFolder folder;
    const auto unpacked = [&](const std::string& bytes, Packing packing, const std::string& member) {
        unpack(folder.write("packed", bytes), packing, member, folder.path("out"), 1000);
        return read_file(folder.path("out"));
    };
    CHECK(unpacked(kHelloCompress, Packing::compress, "") == kHello);
    CHECK(unpacked(kHelloGzip, Packing::gzip, "") == kHello);
    CHECK(unpacked(kHelloZip, Packing::zip, "hello.data") == kHello);
    CHECK_THROWS_WITH(unpacked(kHelloZip, Packing::zip, "other.data"), Contains("readme.txt, hello.data"));
    for (const Packing packing : {Packing::compress, Packing::gzip, Packing::zip})
        CHECK_THROWS_AS(unpacked("plain text", packing, ""), DataError);
    CHECK_THROWS_AS(unpacked(kHelloGzip.substr(0, 20), Packing::gzip, ""), DataError);
}

namespace {

struct Member {
    std::string name, content;
    unsigned type = AE_IFREG;
};

std::string zipped(const std::string& path, const std::vector<Member>& members) {
    archive* const zip = archive_write_new();
    archive_write_set_format_zip(zip);
    archive_write_open_filename(zip, path.c_str());
    for (const Member& member : members) {
        archive_entry* const entry = archive_entry_new();
        archive_entry_set_pathname(entry, member.name.c_str());
        archive_entry_set_filetype(entry, member.type);
        archive_entry_set_perm(entry, 0644);
        if (member.type == AE_IFLNK)
            archive_entry_set_symlink(entry, member.content.c_str());
        else
            archive_entry_set_size(entry, static_cast<la_int64_t>(member.content.size()));
        archive_write_header(zip, entry);
        if (member.type == AE_IFREG) archive_write_data(zip, member.content.data(), member.content.size());
        archive_entry_free(entry);
    }
    archive_write_free(zip);
    return path;
}

}  // namespace

TEST_CASE("a link, a folder or a name that leads out of one is refused in an archive") {
    const TemporaryFolder folder;
    const std::string out = folder.path("out");
    const auto unpacked = [&](const std::vector<Member>& members, const std::string& wanted) {
        unpack(zipped(folder.path("x.zip"), members), Packing::zip, wanted, out, 1000);
        return read_file(out);
    };
    CHECK(unpacked({{"a/x", "1"}, {"a..b", "2"}}, "a..b") == "2");
    CHECK_THROWS_WITH(unpacked({{"x", "/etc/passwd", AE_IFLNK}}, "x"), Contains("'x' is a link"));
    CHECK_THROWS_WITH(unpacked({{"x", "", AE_IFDIR}, {"x", "1"}}, "x/"), Contains("is a link or a folder"));
    CHECK_THROWS_WITH(unpacked({{"../x", "1"}, {"x", "2"}}, "x"), Contains("a member called '../x'"));
    CHECK_THROWS_WITH(unpacked({{"a/../../x", "1"}}, "a/../../x"), Contains("a member called"));
    CHECK_THROWS_WITH(unpacked({{"/tmp/x", "1"}, {"x", "2"}}, "x"), Contains("a member called"));
}

TEST_CASE("unpacking stops at the size that is allowed") {
    const TemporaryFolder folder;
    const std::string zip = zipped(folder.path("x.zip"), {{"x", std::string(5000, 'x')}}),
                      out = folder.path("out");
    CHECK_NOTHROW(unpack(zip, Packing::zip, "x", out, 5000));
    CHECK_THROWS_WITH(unpack(zip, Packing::zip, "x", out, 4999), Contains("unpacks to more than 4999 bytes"));
    CHECK(fs::file_size(out) < 5000);
}

TEST_CASE("a download stops where it is longer than the catalogue says") {
    HttpServer server;
    server.put("/file.data", {kContent});
    const TemporaryFolder folder;
    CatalogueFile file = plain(server, sha256_hex(kContent));
    file.bytes = kContent.size() - 1;
    CHECK_THROWS_AS(fetch_file(file, folder.root(), {}), DataError);
    CHECK_THROWS_WITH(fetch_file(file, folder.root(), {}),
                      Contains("sends more than the " + std::to_string(kContent.size() - 1) + " bytes"));
    CHECK(files_in(folder).empty());
    // A partial file that is too long already is begun anew.
    file.bytes = kContent.size();
    folder.write("set/file.data." + sha256_hex(server.url("/file.data")).substr(0, 8) + ".part",
                 kContent + "x");
    CHECK(read_file(fetch_file(file, folder.root(), {}).path) == kContent);
}

TEST_CASE("a server asked by https may redirect to https only") {
    CHECK(redirect_protocols("https://x.org/y") == "https"s);
    CHECK(redirect_protocols("http://x.org/y") == "http,https"s);
}

TEST_CASE("a packed download is checked by its content and stored unpacked") {
    HttpServer server;
    server.put("/hello.Z", {kHelloCompress});
    CatalogueFile file;
    file.path = "set/hello.data";
    file.sha256 = sha256_hex(kHello);
    file.downloads = {{server.url("/hello.Z"), Packing::compress, "", ""}};
    const TemporaryFolder folder;
    CHECK(read_file(fetch_file(file, folder.root(), {}).path) == kHello);
    CHECK(files_in(folder) == std::vector<std::string>{"hello.data"});
    file.sha256 = sha256_hex("another text");
    const TemporaryFolder other;
    CHECK_THROWS_AS(fetch_file(file, other.root(), {}), DataError);
    CHECK_FALSE(fs::exists(other.path("set/hello.data")));
    server.put("/hello.Z", {"not compressed"});
    const TemporaryFolder third;
    CHECK_THROWS_AS(fetch_file(file, third.root(), {}), DataError);
    CHECK(files_in(third).empty());
}

TEST_CASE("a gzip download of known checksum is kept as it is") {
    HttpServer server;
    server.put("/hello.data.gz", {kHelloGzip});
    CatalogueFile file;
    file.path = "set/hello.data";
    file.packed = {{"set/hello.data.gz", sha256_hex(kHelloGzip), kHelloGzip.size()}};
    file.downloads = {{server.url("/hello.data.gz"), Packing::gzip, "", sha256_hex(kHelloGzip)}};
    const TemporaryFolder folder;
    CHECK(fetch_file(file, folder.root(), {}).path == folder.path("set/hello.data.gz"));
    CHECK(read_file(folder.path("set/hello.data.gz")) == kHelloGzip);
}

TEST_CASE("verify tells good, damaged and missing files apart") {
    const DataRoot root = real_data();
    if (!have("sonar")) return;
    CHECK(verify("sonar", root)[0].state == FileState::good);
    const TemporaryFolder folder;
    CHECK(verify("sonar", folder.root())[0].state == FileState::missing);
    std::string content = read_file(root.path_of("sonar/sonar.all-data"));
    folder.write("sonar/sonar.all-data", content.substr(1));
    CHECK(verify("sonar", folder.root())[0].state == FileState::wrong_size);
    content[0] = content[0] == '0' ? '1' : '0';
    folder.write("sonar/sonar.all-data", content);
    CHECK(verify("sonar", folder.root())[0].state == FileState::wrong_checksum);
}

TEST_CASE("every state of a file has a name of its own") {
    std::set<FileState> states;
    std::set<std::string_view> names{""};
    for (const auto& [state, name] : enum_names(FileState{})) {
        CHECK(states.insert(state).second);
        CHECK(names.insert(name).second);
    }
    CHECK(states.size() == 6);
}

TEST_CASE("every file of the sets at hand has the catalogue's checksum", "[.slow]") {
    for (const CatalogueEntry& entry : catalogue()) {
        if (!available(entry.name, real_data())) continue;
        INFO(entry.name);
        for (const FileReport& report : verify(entry.name, real_data()))
            CHECK(report.state == FileState::good);
    }
}
