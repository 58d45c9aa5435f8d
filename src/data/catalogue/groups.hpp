#pragma once
/// The parts of the one table; catalogue() joins them.
#include "data/catalogue/catalogue.hpp"

#include <vector>

namespace reboost::data {

std::vector<CatalogueEntry> image_sets();  ///< mnist, fashion-mnist, usps
std::vector<CatalogueEntry> uci_multiclass_sets();
std::vector<CatalogueEntry> uci_small_sets();
std::vector<CatalogueEntry> further_sets();               ///< 34 of UCI, OpenML and R packages, by one table
std::vector<CatalogueEntry> abc_sets();                   ///< poker hands in 25 columns, M-Image (abc2010)
std::vector<CatalogueEntry> sequence_and_ranking_sets();  ///< splice, MQ2008
std::vector<CatalogueEntry> budgeted_sets();              ///< the binary sets of ijcai2015
std::vector<CatalogueEntry> orange_sets();                ///< KDD Cup 2009, real and generated
std::vector<CatalogueEntry> mixture_sets();               ///< alike but for the number of classes
std::vector<CatalogueEntry> generated_sets();             ///< exact rules
std::vector<CatalogueEntry> stand_in_sets();              ///< generated in place of sets that cannot be had

/// MNIST itself; other sets are made from its files.
CatalogueEntry mnist();
/// UCI's training and test file of poker hands, for the sets that are made of them.
std::vector<CatalogueFile> whole_poker_files();

/// A file that is stored as it is downloaded.
CatalogueFile plain_file(std::string path, std::string url, std::string sha256, std::uint64_t bytes);
/// A gzip file of known checksum that is read as it is.
CatalogueFile gzip_file(const std::string& packed_path, std::vector<std::string> urls,
                        std::string packed_sha256, std::uint64_t packed_bytes,
                        std::optional<std::string> content_sha256, std::uint64_t content_bytes);
/// A file that is stored unpacked and whose checksum is not known to us.
CatalogueFile unverified_file(std::string path, Download download);
/// The file, with one more place to have it from.
CatalogueFile with_download(CatalogueFile file, Download download);
/// The address of a file of the UCI repository.
std::string uci(const std::string& path);
/// Such a file, stored under the same path as it is downloaded.
CatalogueFile uci_file(const std::string& path, std::string sha256, std::uint64_t bytes);

}  // namespace reboost::data
