"""Headless Chromium by the DevTools protocol over a pipe: Python's standard library is all it needs."""
import base64
import json
import os
import shutil
import subprocess
import tempfile

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def program():
    """The browser's path, or None where none is installed."""
    return next((found for found in map(shutil.which, PROGRAMS) if found), None)


class Page:
    """One tab. Remembers what went wrong in it: console errors, exceptions, files that could not be loaded."""

    def __init__(self, browser, session):
        self.browser, self.session, self.errors = browser, session, []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, parameters)

    def show(self, width, dark, script):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Emulation.setScriptExecutionDisabled", value=not script)

    def open(self, url):
        self.call("Page.navigate", url="about:blank")
        self.browser.wait(self.session, "Page.loadEventFired")
        self.errors.clear()
        self.call("Page.navigate", url=url)
        self.browser.wait(self.session, "Page.loadEventFired")

    def run(self, expression):
        """The value of an expression; a promise is awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      **({"text": "\r"} if key == "Enter" and kind == "keyDown" else {}))

    def picture(self, path, whole=False):
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def note(self, method, parameters):
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.errors.append(" ".join(str(a.get("value", a.get("description"))) for a in parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.errors.append(parameters["entry"]["text"] + " " + parameters["entry"].get("url", ""))
        elif method == "Network.loadingFailed" and not parameters.get("canceled"):
            self.errors.append("could not load: " + parameters["errorText"])


class Browser:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="reboost-browser-", ignore_cleanup_errors=True)
        commands, self.out = os.pipe()
        self.into, answers = os.pipe()
        arguments = [program(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--no-first-run", "--user-data-dir=" + self.folder.name, "--remote-debugging-pipe", "about:blank"]
        # The browser reads commands from file 3 and answers on file 4.
        self.process = subprocess.Popen(["sh", "-c", f'exec "$@" 3<&{commands} 4>&{answers}', "sh", *arguments],
                                        pass_fds=(commands, answers), stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.count, self.buffer, self.pages, self.events = 0, b"", {}, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.out)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.into)
        self.folder.cleanup()

    def page(self):
        target = self.call("Target.createTarget", None, {"url": "about:blank"})["targetId"]
        session = self.call("Target.attachToTarget", None, {"targetId": target, "flatten": True})["sessionId"]
        self.pages[session] = page = Page(self, session)
        return page

    def message(self):
        """The next message; events are noted for their page."""
        while b"\0" not in self.buffer:
            data = os.read(self.into, 1 << 20)
            if not data:
                raise RuntimeError("the browser ended")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        if "method" in message:
            self.events.append((message.get("sessionId"), message["method"]))
            if message.get("sessionId") in self.pages:
                self.pages[message["sessionId"]].note(message["method"], message["params"])
        return message

    def call(self, method, session, parameters):
        self.count += 1
        request = {"id": self.count, "method": method, "params": parameters}
        if session:
            request["sessionId"] = session
        self.events.clear()
        os.write(self.out, json.dumps(request).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") != self.count:
                continue
            if "error" in message:
                raise RuntimeError(f"{method}: {message['error']}")
            return message["result"]

    def wait(self, session, method):
        while (session, method) not in self.events:
            self.message()
        self.events.clear()
