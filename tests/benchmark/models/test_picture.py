"""Where a picture's file stands."""

from django.conf import settings

from benchmark.models import Picture


def test_a_picture_s_file_is_named_by_its_hash_in_sharded_folders() -> None:
    picture = Picture(file_sha256="abcdef" + "0" * 58, format="png")
    assert picture.file_name() == "ab/cd/abcdef" + "0" * 58 + ".png"
    assert picture.path() == settings.PICTURES_DIR / picture.file_name()
