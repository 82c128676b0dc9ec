"""The arrows of the house: who may import whom, what each file is, and how large things may grow."""

import ast
import statistics
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("benchmark", "annotation", "misi_web")
# Lower layers first: a module may import only modules of lower layers (or its own) within its package.
LAYERS = ("pure", "models", "writers", "jobs", "forms", "views", "urls")
# Folders whose files all have one role, with all below them.
FOLDERS = {
    "benchmark/tasks": "pure",
    "benchmark/molecules": "pure",
    "benchmark/generation": "pure",
    "benchmark/formats": "pure",
    "benchmark/statistics": "pure",
    "benchmark/models": "models",
    "annotation/models": "models",
    "misi_web/results": "writers",  # queries and what is worked out of them; no HTTP
    "benchmark/templatetags": "forms",
    "misi_web/templatetags": "forms",
    "benchmark/management": "views",
    "misi_web/management": "views",
}
# Files that have one role wherever they stand.
FILES = {
    "jobs": "jobs",
    "forms": "forms",
    "serializers": "forms",
    "views": "views",
    "admin": "views",
    "urls": "urls",
}
# Every other file, by its folder. A new one gets its line here, or the test below says that it has no role.
OTHERS = {
    "benchmark": {"apps": "urls"},
    "benchmark/common": {
        "actions": "pure",
        "policy": "models",
        "roles": "models",
        "audit": "writers",
        "heartbeat": "writers",
        "upload_limit": "forms",
        "sending": "views",
    },
    "benchmark/items": {"importing": "writers", "picture_files": "writers"},
    "benchmark/runs": {
        "baselines": "writers",
        "bulk": "writers",
        "importing": "writers",
        "pace": "writers",
        "published": "writers",
        "queueing": "writers",
        "sweeping": "writers",
        "tallies": "writers",
        "uploads": "writers",
    },
    "annotation": {"apps": "urls"},
    "annotation/design": {"document": "pure", "studies": "writers"},
    "annotation/sessions": {
        "dealing": "pure",
        "timing": "pure",
        "joining": "writers",
        "steps": "writers",
        "assignments": "writers",
        "answers": "writers",
        "loads": "forms",
        "screens": "forms",
    },
    "misi_web": {"apps": "urls", "celery": "urls", "settings": "urls", "wsgi": "urls"},
    "misi_web/accounts": {
        "access": "writers",
        "accounts": "writers",
        "demo_accounts": "writers",
        "tokens": "writers",
    },
    "misi_web/api": {"pages": "views", "renderers": "views"},
    "misi_web/dashboard": {"charts": "writers"},
    "misi_web/operations": {
        "addresses": "writers",
        "broker": "writers",
        "checks": "writers",
        "demo": "writers",
        "environment": "pure",
        "health": "writers",
        "processes": "pure",
        "worker": "jobs",
    },
}
ANNOTATION_MAY_USE = ("benchmark.models", "benchmark.tasks", "benchmark.common", "benchmark.statistics")
# Reads the environment for Django's settings, and refuses bad values with Django's own error.
READS_SETTINGS = ("misi_web.operations.environment",)
FRAMEWORKS = ("django", "rest_framework", "celery", "psycopg")
LONGEST_FUNCTION, LONGEST_FILE, MOST_FILES_AT_A_ROOT = 45, 280, 6
HALF_WITHIN, NINE_TENTHS_WITHIN = 6, 15  # lines of a function


def source_files() -> list[Path]:
    files = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return sorted(path for path in files if "migrations" not in path.parts)


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(path): path for path in source_files()}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def imported(path: Path) -> Iterator[str]:
    """The modules a file imports; `from package import module` counts as the module where it is one."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from named_by(node)


def named_by(node: ast.ImportFrom) -> Iterator[str]:
    assert node.level == 0, "relative imports hide the arrow"
    for alias in node.names:
        full = f"{node.module}.{alias.name}"
        yield full if full in MODULES else str(node.module)


def role(module: str) -> str | None:
    """What a file is: by the nearest folder that has one role, by its name, or by its line in the table."""
    path = MODULES[module]
    folder = path.parent.relative_to(ROOT)
    for place in (folder, *folder.parents):
        if str(place) in FOLDERS:
            return FOLDERS[str(place)]
    if path.stem == "__init__":
        return "urls"
    return FILES.get(path.stem) or OTHERS.get(str(folder), {}).get(path.stem)


def layer(module: str) -> int:
    return LAYERS.index(role(module) or "pure")


def within(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize("module", MODULES)
def test_every_file_has_a_role(module: str) -> None:
    assert role(module) in LAYERS, f"say in OTHERS what {module} is"


def test_the_table_of_roles_names_no_file_that_is_gone() -> None:
    named = [ROOT / folder / f"{stem}.py" for folder, files in OTHERS.items() for stem in files]
    assert [path for path in [*named, *(ROOT / folder for folder in FOLDERS)] if not path.exists()] == []


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
    own = [
        name
        for name in imported(MODULES[module])
        if name in MODULES and within(name, (module.split(".")[0],))
    ]
    assert [name for name in own if layer(name) > layer(module)] == []


def test_no_module_imports_itself_by_way_of_others() -> None:
    arrows = {
        module: {name for name in imported(path) if name in MODULES and name != module}
        for module, path in MODULES.items()
    }
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as circle:
        pytest.fail(" <- ".join(circle.args[1]))


@pytest.mark.parametrize("module", [name for name in MODULES if role(name) == "pure"])
def test_a_pure_module_knows_no_framework_and_no_database(module: str) -> None:
    bad = [
        name
        for name in imported(MODULES[module])
        if (within(name, FRAMEWORKS) and module not in READS_SETTINGS) or (name in MODULES and layer(name))
    ]
    assert bad == []


@pytest.mark.parametrize("module", [name for name in MODULES if role(name) in ("models", "writers")])
def test_a_writer_never_knows_celery(module: str) -> None:
    if not module.startswith("misi_web.operations"):
        assert [name for name in imported(MODULES[module]) if within(name, ("celery",))] == []


def test_results_stand_below_the_pages_and_the_api() -> None:
    """Neither of the two that show results leans on the other."""
    for one, other in (("misi_web.dashboard", "misi_web.api"), ("misi_web.api", "misi_web.dashboard")):
        found = [
            f"{module} -> {name}"
            for module, path in MODULES.items()
            if within(module, (one,))
            for name in imported(path)
            if within(name, (other,))
        ]
        assert found == []
    http = [
        name
        for module in MODULES
        if within(module, ("misi_web.results",))
        for name in imported(MODULES[module])
    ]
    assert [name for name in http if within(name, ("django.http", "rest_framework"))] == []


def test_no_import_stands_inside_a_function() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{inner.lineno}"
        for path in source_files()
        for node in functions(path)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]
    assert found == []


def lines_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_no_function_and_no_file_outgrows_its_reader() -> None:
    long = [
        f"{path.relative_to(ROOT)}" for path in source_files() if path.read_text().count("\n") > LONGEST_FILE
    ]
    long += [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in source_files()
        for node in functions(path)
        if lines_of(node) > LONGEST_FUNCTION
    ]
    assert long == []


def test_most_functions_are_short() -> None:
    lengths = sorted(lines_of(node) for path in source_files() for node in functions(path))
    assert statistics.median(lengths) <= HALF_WITHIN
    assert lengths[int(0.9 * len(lengths))] <= NINE_TENTHS_WITHIN


@pytest.mark.parametrize("package", PACKAGES)
def test_a_root_keeps_what_django_looks_for_and_little_else(package: str) -> None:
    loose = [path.name for path in (ROOT / package).glob("*.py") if path.name != "__init__.py"]
    assert len(loose) <= MOST_FILES_AT_A_ROOT, loose


@pytest.mark.parametrize("name", ["utils.py", "services.py", "helpers.py", "signals.py"])
def test_no_file_has_a_name_that_says_nothing(name: str) -> None:
    assert [path for path in source_files() if path.name == name] == []


def test_no_test_file_outgrows_its_reader() -> None:
    files = [path for path in (ROOT / "tests").rglob("*.py") if path.read_text().count("\n") > 400]
    assert files == []


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
