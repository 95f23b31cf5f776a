"""Of a file that somebody sends, what it shows is kept and nothing else; what is no photo is refused in words."""

import io

import pytest
from PIL import Image

from tests.pictures import as_file, drawn, noise, photo, png_that_claims
from web.pictures import MOST_KEPT, MOST_SENT, BadPicture, picture_of, small_of

pytestmark = pytest.mark.once("asks no database")

HTML = b"<!DOCTYPE html><script>alert(1)</script>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>'


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def dark_and_light(image: Image.Image) -> list[str]:
    """What stands at the left, at the top, at the right and at the bottom."""
    grey, (width, height) = image.convert("L"), image.size
    places = (2, height // 2), (width // 2, 2), (width - 3, height // 2), (width // 2, height - 3)
    levels = [int(grey.getpixel(place)) for place in places]  # type: ignore[arg-type]
    return ["dark" if level < 70 else "light" if level > 180 else "?" for level in levels]


def test_a_photo_comes_out_as_a_jpeg_that_says_nothing_but_what_it_shows() -> None:
    sent = photo()
    assert opened(sent).getexif().get_ifd(0x8825)
    assert all(secret in sent for secret in (b"SecretPhone", b"SecretComment", b"SecretProfile"))

    found = picture_of(io.BytesIO(sent))

    image = opened(found.content)
    assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (60, 40))
    assert (found.width, found.height) == (60, 40)
    assert dict(image.getexif()) == {}
    assert sorted(image.info) == ["jfif", "jfif_density", "jfif_unit", "jfif_version"]
    assert b"Secret" not in found.content


@pytest.mark.parametrize(
    ("held", "size", "stands"),
    [
        (1, (60, 40), ["dark", "?", "light", "?"]),
        (2, (60, 40), ["light", "?", "dark", "?"]),
        (3, (60, 40), ["light", "?", "dark", "?"]),
        (4, (60, 40), ["dark", "?", "light", "?"]),
        (5, (40, 60), ["?", "dark", "?", "light"]),
        (6, (40, 60), ["?", "dark", "?", "light"]),
        (7, (40, 60), ["?", "light", "?", "dark"]),
        (8, (40, 60), ["?", "light", "?", "dark"]),
    ],
)
def test_however_the_phone_was_held_the_photo_stands_upright(
    held: int, size: tuple[int, int], stands: list[str]
) -> None:
    image = opened(picture_of(io.BytesIO(photo(held=held))).content)

    found = dark_and_light(image)

    assert image.size == size
    assert [(one, two) for one, two in zip(found, stands, strict=True) if two not in ("?", one)] == []


def test_a_large_photo_is_made_smaller_and_keeps_its_shape() -> None:
    found = picture_of(io.BytesIO(as_file(drawn(4_000, 3_000))))

    assert (found.width, found.height) == (1_600, 1_200)


def test_what_does_not_become_small_by_itself_is_made_smaller_until_it_is() -> None:
    found = picture_of(io.BytesIO(noise(1_600)))

    assert len(found.content) <= MOST_KEPT
    assert found.width == found.height < 1_600
    assert opened(found.content).size == (found.width, found.height)


@pytest.mark.parametrize(
    ("kind", "mode"),
    [
        ("JPEG", "CMYK"),
        ("JPEG", "L"),
        ("PNG", "RGBA"),
        ("PNG", "LA"),
        ("PNG", "P"),
        ("PNG", "1"),
        ("PNG", "I;16"),
        ("WEBP", "RGB"),
        ("WEBP", "RGBA"),
    ],
)
def test_in_whatever_colours_it_comes_it_shows_the_same(kind: str, mode: str) -> None:
    image = drawn()
    if mode == "I;16":
        image = drawn(mode="I").point(lambda value: value * 256).convert("I;16")
    sent = as_file(image if image.mode == mode else image.convert(mode), kind)

    found = opened(picture_of(io.BytesIO(sent)).content)

    assert (found.mode, found.size) == ("RGB", (60, 40))
    assert dark_and_light(found)[::2] == ["dark", "light"]


def test_what_is_clear_is_white_as_paper() -> None:
    clear = Image.new("RGBA", (20, 20), (0, 0, 0, 0))

    found = opened(picture_of(io.BytesIO(as_file(clear, "PNG"))).content)

    assert found.getpixel((10, 10)) == (255, 255, 255)


def test_what_hides_behind_a_photo_is_gone() -> None:
    found = picture_of(io.BytesIO(photo() + HTML + b"PK\x03\x04"))

    assert opened(found.content).size == (60, 40)
    assert b"script" not in found.content
    assert b"PK\x03\x04" not in found.content


def test_a_camera_that_puts_a_second_picture_behind_the_first_sends_a_photo() -> None:
    two = as_file(drawn(), "MPO", save_all=True, append_images=[drawn(30, 20)])
    assert opened(two).n_frames == 2  # type: ignore[attr-defined]

    found = picture_of(io.BytesIO(two))

    assert (found.width, found.height) == (60, 40)
    assert found.content.count(b"\xff\xd8\xff") == 1


MOVING = {"save_all": True, "append_images": [drawn(mode="L").rotate(180).convert("RGB")], "duration": 200}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "no_picture"),
        (HTML, "no_picture"),
        (SVG, "no_picture"),
        (b"%PDF-1.7\n%\xff\xd8\xff", "no_picture"),
        (b"GIF89a" + HTML, "no_picture"),
        (as_file(drawn(mode="P"), "GIF"), "no_picture"),
        (as_file(drawn(), "TIFF"), "no_picture"),
        (as_file(drawn(), "BMP"), "no_picture"),
        (b"\xff\xd8\xff\xe0" + HTML, "broken_picture"),
        (photo(600, 400)[:4_000], "broken_picture"),
        (as_file(drawn(600, 400), "PNG")[:200], "broken_picture"),
        (as_file(drawn(), "PNG", **MOVING), "moving_picture"),
        (as_file(drawn(), "WEBP", **MOVING), "moving_picture"),
        (png_that_claims(6_000, 6_000), "too_many_pixels"),
        (png_that_claims(12_000, 12_000), "too_many_pixels"),
        (png_that_claims(60_000, 60_000), "too_many_pixels"),
        (png_that_claims(2**31 - 1, 2**31 - 1), "too_many_pixels"),
        (png_that_claims(4_000, 4_000), "broken_picture"),
        (bytes(MOST_SENT + 1), "picture_too_large"),
    ],
)
def test_what_is_no_photo_is_refused_and_why_is_said(data: bytes, code: str) -> None:
    with pytest.raises(BadPicture) as refused:
        picture_of(io.BytesIO(data))

    assert refused.value.code == code
    assert refused.value.message.endswith((".", "。"))


def test_the_same_photo_becomes_the_same_bytes() -> None:
    first, second = (picture_of(io.BytesIO(photo(800, 600))) for _time in range(2))

    assert first == second
    assert first.sha256 == second.sha256


def test_a_small_one_is_shown_beside_others() -> None:
    whole = picture_of(io.BytesIO(as_file(drawn(1_600, 1_200))))

    small = small_of(whole.content)

    assert opened(small).size == (320, 240)
    assert dark_and_light(opened(small))[::2] == ["dark", "light"]
    assert len(small) < 15_000
