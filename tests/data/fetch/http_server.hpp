#pragma once
/// A small HTTP server on loopback for the tests of downloads.
#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace reboost::data {

/// How one address is answered.
struct Served {
    std::string content;
    bool ranges = true;           ///< whether "Range: bytes=n-" is honoured
    std::size_t break_after = 0;  ///< close the connection after so many body bytes, once; 0: never
};

class HttpServer {
  public:
    HttpServer() : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof(address);
        auto* generic = reinterpret_cast<sockaddr*>(&address);
        if (listener_ < 0 || ::bind(listener_, generic, length) != 0 || ::listen(listener_, 8) != 0 ||
            ::getsockname(listener_, generic, &length) != 0)
            throw std::runtime_error("cannot listen on loopback");
        port_ = ntohs(address.sin_port);
        thread_ = std::thread([this] { serve(); });
    }
    ~HttpServer() {
        stopping_ = true;
        ::shutdown(listener_, SHUT_RDWR);
        thread_.join();
        ::close(listener_);
    }
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    std::string url(const std::string& path) const {
        return "http://127.0.0.1:" + std::to_string(port_) + path;
    }
    void put(const std::string& path, Served served) {
        const std::lock_guard hold(mutex_);
        served_[path] = std::move(served);
    }
    /// The Range headers seen, "" where a request had none.
    std::vector<std::string> ranges() const {
        const std::lock_guard hold(mutex_);
        return ranges_;
    }

  private:
    void serve() {
        while (!stopping_) {
            const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
            if (connection < 0) continue;
            answer(connection);
            ::shutdown(connection, SHUT_RDWR);
            ::close(connection);
        }
    }

    static std::string read_request(int connection) {
        std::string request;
        char buffer[2048];
        while (request.find("\r\n\r\n") == std::string::npos) {
            const ssize_t got = ::recv(connection, buffer, sizeof(buffer), 0);
            if (got <= 0) break;
            request.append(buffer, static_cast<std::size_t>(got));
        }
        return request;
    }

    static void send_all(int connection, const std::string& bytes) {
        std::size_t sent = 0;
        while (sent < bytes.size()) {
            const ssize_t step = ::send(connection, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
            if (step <= 0) return;
            sent += static_cast<std::size_t>(step);
        }
    }

    void answer(int connection) {
        const std::string request = read_request(connection);
        const std::size_t start = request.find(' ') + 1;
        const std::string path = request.substr(start, request.find(' ', start) - start);
        const std::string key = "Range: bytes=";
        const std::size_t at = request.find(key);
        const std::string range =
            at == std::string::npos
                ? ""
                : request.substr(at + key.size(), request.find("\r\n", at) - at - key.size());
        Served served;
        {
            const std::lock_guard hold(mutex_);
            ranges_.push_back(range);
            const auto found = served_.find(path);
            if (found == served_.end()) {
                send_all(connection,
                         "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                return;
            }
            served = found->second;
            found->second.break_after = 0;
        }
        reply(connection, served, range);
    }

    static void reply(int connection, const Served& served, const std::string& range) {
        const std::size_t total = served.content.size();
        std::size_t from = 0;
        std::string head = "HTTP/1.1 200 OK\r\n";
        if (!range.empty() && served.ranges) {
            from = static_cast<std::size_t>(std::stoull(range));
            if (from >= total) {
                send_all(
                    connection,
                    "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                return;
            }
            head = "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes " + std::to_string(from) + "-" +
                   std::to_string(total - 1) + "/" + std::to_string(total) + "\r\n";
        }
        std::string body = served.content.substr(from);
        head += "Content-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n";
        if (served.break_after > 0) body.resize(std::min(body.size(), served.break_after));
        send_all(connection, head + body);
    }

    int listener_;
    int port_ = 0;
    std::atomic<bool> stopping_{false};
    mutable std::mutex mutex_;
    std::map<std::string, Served> served_;
    std::vector<std::string> ranges_;
    std::thread thread_;
};

}  // namespace reboost::data
