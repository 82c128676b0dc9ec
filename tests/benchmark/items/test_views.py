"""Staff pages on benchmarks: who opens them, what they show, and what they ask of the database."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from benchmark.items import forms as item_forms
from benchmark.items.importing import import_package
from benchmark.models import BenchmarkVersion, Item, Picture
from benchmark.tasks import all_tasks
from tests.packages import make_package, make_zip, package_item

pytestmark = pytest.mark.django_db

VERSION = ("small", 1)
MANY = 60


@pytest.fixture(autouse=True)
def own_pictures(settings: Any, tmp_path: Path) -> None:
    settings.PICTURES_DIR = tmp_path / "pictures"


@pytest.fixture
def version(tmp_path: Path) -> BenchmarkVersion:
    return import_package(make_package(tmp_path / "package"), name="small").version


def query_count(client: Any, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def page(client: Any, name: str, *arguments: Any, **query: str) -> str:
    response = client.get(reverse(name, args=arguments), query)
    assert response.status_code == 200
    return str(response.content.decode())


# --- Who may -------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["anonymous", "viewer"])
@pytest.mark.parametrize("name", ["benchmarks", "benchmark_version", "benchmark_items"])
def test_truth_is_for_researchers(client_as: Any, version: BenchmarkVersion, name: str, role: str) -> None:
    response = client_as(role).get(reverse(name, args=() if name == "benchmarks" else VERSION))
    assert response.status_code == (302 if role == "anonymous" else 403)


def test_only_an_admin_imports_and_publishes(client_as: Any, version: BenchmarkVersion) -> None:
    researcher = client_as("researcher")
    assert researcher.get(reverse("benchmark_import")).status_code == 403
    assert (
        researcher.post(reverse("benchmark_public", args=VERSION), {"results": "public"}).status_code == 403
    )
    assert "Show the results" not in page(researcher, "benchmark_version", *VERSION)


# --- What is shown -------------------------------------------------------------------------------


def test_without_benchmarks_the_page_says_how_to_get_one(client_as: Any) -> None:
    assert "import_items" in page(client_as("researcher"), "benchmarks")


def test_the_list_counts_tasks_and_items(client_as: Any, version: BenchmarkVersion) -> None:
    shown = page(client_as("researcher"), "benchmarks")
    assert "small v1" in shown
    assert shown.count('<td class="number">9</td>') == 2


def test_a_version_shows_its_tasks_in_order_and_how_it_was_made(
    client_as: Any, version: BenchmarkVersion
) -> None:
    shown = page(client_as("researcher"), "benchmark_version", *VERSION)
    places = [shown.index(f">{task.title}</a>") for task in all_tasks()]
    assert places == sorted(places)
    assert "12 x 9 px" in shown
    assert "distance and angle" in shown
    assert "1HTV" in shown


def test_the_items_of_one_task_are_listed(client_as: Any, version: BenchmarkVersion) -> None:
    shown = page(client_as("researcher"), "benchmark_items", *VERSION, task="zooming")
    assert "move z 47" in shown
    assert "roll y -15" not in shown


def test_the_items_of_one_structure_are_listed_whatever_the_case(
    client_as: Any, version: BenchmarkVersion
) -> None:
    shown = page(client_as("researcher"), "benchmark_items", *VERSION, structure="1htv")
    assert "1 item</caption>" in shown
    assert "item-5" in shown


def test_a_filter_that_fits_nothing_says_so(client_as: Any, version: BenchmarkVersion) -> None:
    assert "No item fits." in page(client_as("researcher"), "benchmark_items", *VERSION, structure="9ZZZ")


def test_long_lists_are_paged_and_keep_their_filter(client_as: Any, tmp_path: Path) -> None:
    items = [package_item(key=f"k{n:03}") for n in range(MANY)]
    import_package(make_package(tmp_path / "package", items), name="small")
    shown = page(client_as("researcher"), "benchmark_items", *VERSION, task="translation", page="2")
    assert "60 items, 51 to 60 shown" in shown
    assert "?task=translation&amp;page=1" in shown
    assert "k049" not in shown


def test_an_item_shows_its_pictures_by_name_its_options_and_its_truth(
    client_as: Any, version: BenchmarkVersion
) -> None:
    shown = page(client_as("researcher"), "item", *VERSION, "item-6")
    assert shown.count("<img") == 8
    assert "4 Front, after" in shown
    assert "C <strong>(right)</strong>" in " ".join(shown.split())
    assert "picture 5, Option A" in shown
    assert "atoms" in shown
    assert "536" in shown


def test_an_item_of_another_version_is_not_found_here(client_as: Any, version: BenchmarkVersion) -> None:
    assert client_as("researcher").get(reverse("item", args=("small", 2, "item-6"))).status_code == 404


def test_neighbours_of_an_item_are_of_its_task(client_as: Any, tmp_path: Path) -> None:
    items = [package_item(key="a"), package_item("zooming", key="b"), package_item(key="c")]
    import_package(make_package(tmp_path / "package", items), name="small")
    shown = page(client_as("researcher"), "item", *VERSION, "a")
    assert reverse("item", args=(*VERSION, "c")) in shown
    assert reverse("item", args=(*VERSION, "b")) not in shown


def test_an_item_whose_task_is_gone_is_still_shown(client_as: Any, version: BenchmarkVersion) -> None:
    Item.objects.filter(key="item-1").update(task="juggling")
    client = client_as("researcher")
    assert "juggling" in page(client, "item", *VERSION, "item-1")
    assert "juggling" in page(client, "benchmark_version", *VERSION)


# --- Pictures ------------------------------------------------------------------------------------


def test_a_picture_is_sent_as_it_is_stored_and_may_be_kept(client_as: Any, version: BenchmarkVersion) -> None:
    picture = Picture.objects.first()
    response = client_as("researcher").get(reverse("picture", args=[picture.file_sha256]))
    assert b"".join(response.streaming_content) == picture.path().read_bytes()
    assert response["Content-Type"] == "image/png"
    assert response["Cache-Control"] == "private, max-age=31536000, immutable"


def test_behind_nginx_a_picture_is_sent_by_nginx(
    client_as: Any, version: BenchmarkVersion, settings: Any
) -> None:
    settings.PICTURES_INTERNAL_URL = "/internal/pictures"
    picture = Picture.objects.first()
    response = client_as("researcher").get(reverse("picture", args=[picture.file_sha256]))
    assert response["X-Accel-Redirect"] == f"/internal/pictures/{picture.file_name()}"
    assert response.content == b""


def test_a_picture_whose_file_is_lost_is_not_found(client_as: Any, version: BenchmarkVersion) -> None:
    picture = Picture.objects.first()
    picture.path().unlink()
    assert client_as("researcher").get(reverse("picture", args=[picture.file_sha256])).status_code == 404


def test_an_unknown_picture_is_not_found(client_as: Any) -> None:
    assert client_as("researcher").get(reverse("picture", args=["0" * 64])).status_code == 404


# --- What it asks of the database ----------------------------------------------------------------

SESSION_AND_ROLE = 3  # the session, the user, the groups


def test_the_lists_ask_the_same_however_long_they_are(client_as: Any, tmp_path: Path) -> None:
    few = [package_item(key="k")]
    import_package(make_package(tmp_path / "few", few), name="small")
    many = [package_item(key=f"k{n}") for n in range(MANY)]
    import_package(make_package(tmp_path / "many", many), name="small", new_version=True)
    client = client_as("researcher")
    assert query_count(client, reverse("benchmarks")) == SESSION_AND_ROLE + 1
    for number in (1, 2):
        assert (
            query_count(client, reverse("benchmark_version", args=("small", number))) == SESSION_AND_ROLE + 3
        )
        assert query_count(client, reverse("benchmark_items", args=("small", number))) == SESSION_AND_ROLE + 4


def test_an_item_asks_the_same_however_many_pictures_it_has(
    client_as: Any, version: BenchmarkVersion
) -> None:
    client = client_as("researcher")
    for key in ("item-1", "item-5"):
        assert query_count(client, reverse("item", args=(*VERSION, key))) == SESSION_AND_ROLE + 6


# --- What an admin changes -----------------------------------------------------------------------


def test_an_admin_shows_and_hides_the_results(client_as: Any, version: BenchmarkVersion) -> None:
    admin = client_as("admin")
    address = reverse("benchmark_public", args=VERSION)
    assert admin.post(address, {"results": "public"}).url == reverse("benchmark_version", args=VERSION)
    assert BenchmarkVersion.objects.public().exists()
    assert "Hide the results from the public" in page(admin, "benchmark_version", *VERSION)
    admin.post(address, {"results": "hidden"})
    assert not BenchmarkVersion.objects.public().exists()


def test_looking_at_the_address_that_publishes_changes_nothing(
    client_as: Any, version: BenchmarkVersion
) -> None:
    assert client_as("admin").get(reverse("benchmark_public", args=VERSION)).status_code == 405


def upload(client: Any, data: bytes, **fields: str) -> Any:
    package = SimpleUploadedFile("small.zip", data, "application/zip")
    return client.post(reverse("benchmark_import"), {"name": "small", "package": package} | fields)


def test_an_admin_imports_a_zip(client_as: Any, tmp_path: Path) -> None:
    data = make_zip(make_package(tmp_path / "package"), tmp_path / "small.zip").read_bytes()
    admin = client_as("admin")
    response = upload(admin, data)
    assert response.url == reverse("benchmark_version", args=VERSION)
    assert "small v1: 9 items" in page(admin, "benchmark_version", *VERSION)
    assert (
        "holds this package already" in upload(admin, data).wsgi_request._messages._queued_messages[0].message
    )


def test_an_upload_that_is_refused_says_why_and_keeps_what_was_typed(client_as: Any, tmp_path: Path) -> None:
    folder = make_package(tmp_path / "package", [package_item(answer="upwards")])
    response = upload(client_as("admin"), make_zip(folder, tmp_path / "small.zip").read_bytes())
    shown = response.content.decode()
    assert response.status_code == 400
    assert "items.jsonl, line 1: &#x27;upwards&#x27; is no answer to translation" in shown
    assert 'value="small"' in shown


def test_an_upload_over_the_limit_is_told_the_other_way(
    client_as: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(item_forms, "LARGEST_UPLOAD_MB", 0)
    assert "Use manage.py import_items on the server." in upload(client_as("admin"), b"x").content.decode()


# --- What it looks like --------------------------------------------------------------------------


def test_names_out_of_documents_are_escaped(client_as: Any, tmp_path: Path) -> None:
    item = package_item(facts={"<b>": "<i>"})
    import_package(make_package(tmp_path / "package", [item]), name="small")
    shown = page(client_as("researcher"), "item", *VERSION, "aa01")
    assert "<b>" not in shown
    assert "&lt;i&gt;" in shown
