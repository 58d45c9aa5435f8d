"""pip install ./python: CMake builds the engine, in build/ of the sources, from Debian's packages; nothing is downloaded."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCES = Path(__file__).resolve().parent.parent
SHIPPED = ["configs", "experiments", "plots", "results/reference"]  # what the commands read


class BuildByCMake(build_ext):
    def run(self):
        build, package = SOURCES / "build", Path(self.build_lib) / "reboost"
        options = ["-DREBOOST_PYTHON=ON", f"-DPython_EXECUTABLE={sys._base_executable}", "-DCMAKE_BUILD_TYPE=Release"]
        subprocess.check_call(["cmake", "-S", SOURCES, "-B", build, *options])
        subprocess.check_call(["cmake", "--build", build, "--parallel", str(os.cpu_count()), "--target", "reboost_python"])
        package.mkdir(parents=True, exist_ok=True)
        for module in (build / "python/reboost").glob("_engine*.so"):
            shutil.copy2(module, package)
        for folder in SHIPPED:
            shutil.copytree(SOURCES / folder, package / "share" / folder, dirs_exist_ok=True)


setup(
    name="reboost",
    version=re.search(r"project\(reboost VERSION ([0-9.]+)", (SOURCES / "CMakeLists.txt").read_text())[1],
    description="Choosing where to search during boosting: estimators, results, policies",
    license="Apache-2.0",
    packages=["reboost"],
    ext_modules=[Extension("reboost._engine", [])],
    cmdclass={"build_ext": BuildByCMake},
    python_requires=">=3.9",
    install_requires=["numpy"],
    extras_require={"estimators": ["scikit-learn"], "frames": ["pandas"], "figures": ["matplotlib"]},
)
