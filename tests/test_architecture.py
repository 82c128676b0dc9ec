"""The arrows of the house: who may import whom, and how large things may grow."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("benchmark", "annotation", "misi_web")
# Lower layers first: a module may import only modules of lower layers (or its own) within its package.
LAYERS = ("pure", "models", "writers", "jobs", "forms", "views", "urls")
PURE = (
    "benchmark.tasks",
    "benchmark.molecules",
    "benchmark.formats",
    "benchmark.statistics",
    "annotation.timing",
    "annotation.dealing",
    "annotation.design",
)
LAYER_OF = {
    "models": "models",
    "jobs": "jobs",
    "queries": "models",
    "figures": "models",
    "forms": "forms",
    "item_forms": "forms",
    "run_forms": "forms",
    "upload_limit": "forms",
    "sending": "views",
    "loads": "forms",
    "screens": "forms",
    "serializers": "forms",
    "templatetags": "forms",
    "views": "views",
    "pages": "views",
    "renderers": "views",
    "wsgi": "urls",
    "item_views": "views",
    "run_views": "views",
    "staff_views": "views",
    "admin": "views",
    "management": "views",
    "urls": "urls",
}
ANNOTATION_MAY_USE = ("benchmark.models", "benchmark.tasks", "benchmark.audit", "benchmark.sending")
LONGEST_FUNCTION, LONGEST_FILE = 50, 300


def source_files() -> list[Path]:
    files = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return sorted(path for path in files if "migrations" not in path.parts)


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(path): path for path in source_files()}


def imported(path: Path) -> Iterator[str]:
    """The modules a file imports; `from package import module` counts as the module where it is one."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from named_by(node)


def named_by(node: ast.ImportFrom) -> Iterator[str]:
    assert node.level == 0, "relative imports hide the arrow"
    for alias in node.names:
        full = f"{node.module}.{alias.name}"
        yield full if full in MODULES else str(node.module)


def is_pure(module: str) -> bool:
    return any(module == pure or module.startswith(f"{pure}.") for pure in PURE)


def layer(module: str) -> int:
    if is_pure(module):
        return 0
    named = (LAYER_OF[part] for part in module.split(".")[1:] if part in LAYER_OF)
    return LAYERS.index(next(named, "writers"))


def within(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize("module", MODULES)
def test_a_package_imports_only_what_its_arrow_allows(module: str) -> None:
    package = module.split(".")[0]
    forbidden = {
        "benchmark": lambda name: within(name, ("annotation", "misi_web")),
        "annotation": lambda name: (
            within(name, ("misi_web",))
            or (within(name, ("benchmark",)) and not within(name, ANNOTATION_MAY_USE))
        ),
        "misi_web": lambda name: False,
    }[package]
    assert [name for name in imported(MODULES[module]) if forbidden(name)] == []


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_lower_layers_of_its_package(module: str) -> None:
    own = [name for name in imported(MODULES[module]) if within(name, (module.split(".")[0],))]
    assert [name for name in own if layer(name) > layer(module)] == []


@pytest.mark.parametrize("module", [name for name in MODULES if is_pure(name)])
def test_a_pure_module_knows_no_framework_and_no_database(module: str) -> None:
    frameworks = ("django", "rest_framework", "celery", "psycopg")
    ours = tuple(package for package in PACKAGES)
    bad = [
        name
        for name in imported(MODULES[module])
        if within(name, frameworks) or (within(name, ours) and not is_pure(name))
    ]
    assert bad == []


@pytest.mark.parametrize("module", [name for name in MODULES if layer(name) == LAYERS.index("writers")])
def test_a_writer_never_knows_celery(module: str) -> None:
    if module.startswith("misi_web"):
        return
    assert [name for name in imported(MODULES[module]) if within(name, ("celery",))] == []


def test_no_import_stands_inside_a_function() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{inner.lineno}"
        for path in source_files()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]
    assert found == []


def test_no_function_and_no_file_outgrows_its_reader() -> None:
    long = [
        f"{path.relative_to(ROOT)}" for path in source_files() if path.read_text().count("\n") > LONGEST_FILE
    ]
    long += [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in source_files()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION
    ]
    assert long == []


@pytest.mark.parametrize("name", ["utils.py", "services.py", "helpers.py", "signals.py"])
def test_no_file_has_a_name_that_says_nothing(name: str) -> None:
    assert [path for path in source_files() if path.name == name] == []


def test_a_tenth_task_needs_no_second_place() -> None:
    """No code outside `benchmark/tasks/` compares with a task's name."""
    slugs = {path.stem for path in (ROOT / "benchmark/tasks").glob("*.py")}
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in source_files()
        if "tasks" not in path.parts
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Compare)
        for side in [node.left, *node.comparators]
        if isinstance(side, ast.Constant) and side.value in slugs
    ]
    assert found == []
