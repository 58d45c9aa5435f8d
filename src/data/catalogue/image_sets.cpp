#include "data/catalogue/groups.hpp"
#include "data/catalogue/table_set.hpp"

namespace reboost::data {

CatalogueEntry mnist() {
    const auto file = [](const std::string& name, std::string packed, std::uint64_t packed_bytes,
                         std::string content, std::uint64_t bytes) {
        return gzip_file("mnist/" + name,
                         {"https://ossci-datasets.s3.amazonaws.com/mnist/" + name,
                          "http://yann.lecun.com/exdb/mnist/" + name},
                         std::move(packed), packed_bytes, std::move(content), bytes);
    };
    return {.name = "mnist",
            .title = "MNIST handwritten digits, 28 x 28 grey values",
            .source = "http://yann.lecun.com/exdb/mnist/",
            .licence = "CC BY-SA 3.0",
            .shape = {.train_rows = 60000, .test_rows = 10000, .features = 784, .classes = 10},
            .split_rule = "files of their own",
            .label = "files of their own, 0..9",
            .files = {file("train-images-idx3-ubyte.gz",
                           "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609", 9912422,
                           "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db", 47040016),
                      file("train-labels-idx1-ubyte.gz",
                           "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c", 28881,
                           "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5", 60008),
                      file("t10k-images-idx3-ubyte.gz",
                           "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6", 1648877,
                           "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7", 7840016),
                      file("t10k-labels-idx1-ubyte.gz",
                           "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6", 4542,
                           "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2", 10008)},
            .stand_in = "mnist-like",
            .load = idx_loader(digit_names(10))};
}

namespace {

/// abc2010's Mnist10k: learns on MNIST's 10,000 test images and is tested on the 60,000.
CatalogueEntry mnist10k() {
    CatalogueEntry entry = mnist();
    entry.name = "mnist10k";
    entry.title = "MNIST with its parts exchanged (abc2010)";
    std::swap(entry.shape.train_rows, entry.shape.test_rows);
    entry.split_rule = "trained on MNIST's test images, tested on its training images";
    entry.stand_in = "mnist10k-like";
    entry.load = [load = entry.load](const LoadRequest& request) {
        Split split = load(request);
        std::swap(split.train, split.test);
        return split;
    };
    return entry;
}

CatalogueEntry fashion_mnist() {
    // Debian's package dataset-fashion-mnist has the same contents, packed anew.
    struct File {
        const char *name, *packed, *packed_by_debian, *content;
        std::uint64_t packed_bytes, bytes;
    };
    const auto file = [](const File& f) {
        const std::string name = f.name;
        CatalogueFile made = gzip_file(
            "fashion-mnist/" + name,
            {"http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/" + name,
             "https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/fashion/" + name},
            f.packed, f.packed_bytes, f.content, f.bytes);
        made.downloads.insert(made.downloads.begin(), {"file:///usr/share/datasets/fashion-mnist/" + name,
                                                       Packing::gzip, "", f.packed_by_debian});
        return made;
    };
    return {
        .name = "fashion-mnist",
        .title = "Fashion-MNIST, articles of clothing, 28 x 28 grey values",
        .source = "https://github.com/zalandoresearch/fashion-mnist",
        .licence = "MIT",
        .shape = {.train_rows = 60000, .test_rows = 10000, .features = 784, .classes = 10},
        .split_rule = "files of their own",
        .label = "files of their own, 0..9",
        .files = {file({"train-images-idx3-ubyte.gz",
                        "3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84",
                        "b0564c3eedabfbf835052cff8503ea422014ce006caf5b757f851416ee8300c7",
                        "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888", 26421880,
                        47040016}),
                  file({"train-labels-idx1-ubyte.gz",
                        "a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845",
                        "0ae29f65d86684f32d1b9c85147786c547b9c6aebcaf235f0400a0cce308b056",
                        "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9", 29515, 60008}),
                  file({"t10k-images-idx3-ubyte.gz",
                        "346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073",
                        "cc1d090a38ace84dfa1aa66e3ada7c336ef481a96936906477e6dd344da56eaa",
                        "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b", 4422102,
                        7840016}),
                  file({"t10k-labels-idx1-ubyte.gz",
                        "67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5",
                        "8d3605d196f4be44669e46906da9733c8131fef761fdbfec72c424d5222f1a05",
                        "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34", 5148, 10008})},
        .stand_in = "mnist-like",
        .load = idx_loader({"T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt",
                            "Sneaker", "Bag", "Ankle boot"})};
}

CatalogueEntry usps() {
    const std::string base = "https://hastie.su.domains/ElemStatLearn/datasets/";
    return {.name = "usps",
            .title = "USPS handwritten digits, 16 x 16 grey values in [-1,1]",
            .source = base,
            .licence = "none stated; distributed with The Elements of Statistical Learning",
            .shape = {.train_rows = 7291, .test_rows = 2007, .features = 256, .classes = 10},
            .split_rule = "files of their own",
            .label = "first column, 0..9",
            .note = "another version of the set than opt2009's: stumps stay above its published error",
            .files = {gzip_file("usps/zip.train.gz", {base + "zip.train.gz"},
                                "66ebf231ab51f2cf6ac1a892d0f98ccffee1079d7a5db638c1f11f366046ca16", 1829071,
                                "abc9f5c75b997cabe66b5d01727d5a681c69298e1641a8d37b55433a52129dc0", 14512253),
                      gzip_file("usps/zip.test.gz", {base + "zip.test.gz"},
                                "8dacc3c6e136af6c3488de9e5113a7daf140c8c2f1f0b61c54ee02f03f1a962f", 439208,
                                "6bde17b4f1cd68e0630cd2751d6495b5795d9165ab2dc4a0be8b7002b732f4cc", 2029542)},
            .stand_in = "usps-like",
            .load = table_loader(
                {.format = {.delimiter = Delimiter::space, .header = Header::absent, .label = "0"},
                 .labels = {.tokens = digit_names(10)},
                 .test_file = 1})};
}

}  // namespace

std::vector<CatalogueEntry> image_sets() {
    return {mnist(), mnist10k(), fashion_mnist(), usps()};
}

}  // namespace reboost::data
