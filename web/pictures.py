"""Uploaded pictures: decoded, checked and encoded again, so that only the visible image is kept.

Everything else is dropped: location and camera, appended files, thumbnails of cropped parts. The result is an upright
JPEG of at most LONGEST_SIDE pixels and MOST_KEPT bytes.
"""

import hashlib
import io
import threading
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from django.utils.translation import gettext as _
from PIL import ExifTags, Image, ImageFile, UnidentifiedImageError

# What phones produce, by Pillow's names. Other decoders stay closed: each one less is one that cannot be attacked.
FORMATS = ("JPEG", "PNG", "WEBP")
MOST_SENT = 8 * 1024 * 1024
MOST_KEPT = 400 * 1024
# Phones take 25 million pixels, which is 100 MB in memory.
MOST_PIXELS = 25_000_000
LONGEST_SIDE, SMALL_SIDE = 1_600, 320
# A logo: width and height, on a screen of twice as many pixels; in how many colours, where all are too many bytes.
LOGO = (480, 160)
MOST_LOGO = 16 * 1024
COLOURS_OF_A_LOGO = 64
MEDIA_TYPE = "image/jpeg"
# Handwriting is as legible at 80 as at 95, at a third of the size.
QUALITIES = (80, 70, 60, 45)
SHRINK = 0.75
WHITE = (255, 255, 255)
# EXIF orientations, and how to turn the picture upright.
UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
# One picture at a time per process, to bound memory.
_decoding = threading.Lock()


@dataclass(frozen=True)
class Picture:
    """A JPEG or PNG encoded by us, and its size in pixels."""

    content: bytes
    width: int
    height: int
    suffix: str = "jpg"

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @property
    def file(self) -> str:
        """A name that no other picture has, and this one in all files."""
        return f"{self.sha256[:32]}-{self.width}x{self.height}.{self.suffix}"


class BadPicture(Exception):
    """What is wrong with a file, and what to do; `code` is for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


def picture_of(file: BinaryIO) -> Picture:
    """Return the picture in a file. Raises BadPicture for files that are no picture, animated, broken or too
    large.
    """
    data = file.read(MOST_SENT + 1)
    if len(data) > MOST_SENT:
        message = _("The file is larger than %(most)s MB. Please take the photo at a lower resolution.")
        raise BadPicture("picture_too_large", message % {"most": MOST_SENT // 2**20})
    with _decoding:
        return _encoded(_prepared(data))


def logo_of(file: BinaryIO) -> Picture:
    """Return what a file shows as a PNG for the head of a page: of at most LOGO pixels and MOST_LOGO bytes, and
    transparent where it was. Raises BadPicture as `picture_of` does.
    """
    data = file.read(MOST_SENT + 1)
    if len(data) > MOST_SENT:
        message = _("The file is larger than %(most)s MB. Please send a smaller one.")
        raise BadPicture("picture_too_large", message % {"most": MOST_SENT // 2**20})
    with _decoding:
        return _as_logo(_opened(data, _with_alpha))


def small_of(content: bytes) -> bytes:
    """Return a thumbnail of one of our pictures."""
    with _decoding, Image.open(io.BytesIO(content), formats=("JPEG",)) as image:
        image.draft("RGB", (SMALL_SIDE, SMALL_SIDE))
        image.thumbnail((SMALL_SIDE, SMALL_SIDE))
        return _jpeg(image, QUALITIES[0])


def small_picture(picture: Picture) -> Picture:
    """A picture of ours as a small one, with its size."""
    content = small_of(picture.content)
    with Image.open(io.BytesIO(content), formats=("JPEG",)) as image:
        return Picture(content, *image.size)


def _prepared(data: bytes) -> Image.Image:
    """Return the picture upright, in colour, and no larger than LONGEST_SIDE."""
    return _opened(data, lambda image: _upright(_in_colour(_shrunk(image)), _held(image)))


def _opened(data: bytes, shown: Callable[[ImageFile.ImageFile], Image.Image]) -> Image.Image:
    """Return `shown` of the opened file. Raises BadPicture for any decoder error."""
    try:
        with warnings.catch_warnings():
            # Pillow warns about pictures it still opens; the size limit is enforced here.
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=FORMATS) as image:
                _refuse(image)
                return shown(image)
    except BadPicture:
        raise
    except Image.DecompressionBombError as error:
        raise _too_many_pixels() from error
    except UnidentifiedImageError as error:
        message = _("This photo cannot be read. Please send a JPEG, PNG or WebP file.")
        raise BadPicture("no_picture", message) from error
    except Exception as error:
        # Any decoder error: the file is broken, or crafted.
        message = _("This photo is damaged and cannot be read. Please take it again.")
        raise BadPicture("broken_picture", message) from error


def _refuse(image: ImageFile.ImageFile) -> None:
    if image.width * image.height > MOST_PIXELS:
        raise _too_many_pixels()
    # Cameras append a second picture to a JPEG (MPO); that is no animation.
    if image.format in ("PNG", "WEBP") and getattr(image, "n_frames", 1) > 1:
        raise BadPicture("moving_picture", _("This picture is animated. Please send a photo."))


def _too_many_pixels() -> BadPicture:
    message = _("The photo has more than %(most)s million pixels. Please take it at a lower resolution.")
    return BadPicture("too_many_pixels", message % {"most": MOST_PIXELS // 10**6})


def _shrunk(image: ImageFile.ImageFile) -> Image.Image:
    """Return the picture in its own colours, no larger than LONGEST_SIDE; large JPEGs are decoded at reduced size."""
    image.draft(None, (LONGEST_SIDE, LONGEST_SIDE))
    image.load()
    if image.mode not in ("L", "LA", "RGB", "RGBA", "CMYK", "YCbCr"):
        return image  # palette indices cannot be averaged
    found = image.copy()
    found.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    return found


def _in_colour(image: Image.Image) -> Image.Image:
    if image.mode.startswith(("I", "F")):
        # Sixteen-bit grey, of which a screen shows eight bits.
        image = image.convert("I").point(lambda value: value / 256).convert("L")
    if image.mode in ("LA", "La", "PA", "RGBA", "RGBa") or "transparency" in image.info:
        paper = Image.new("RGBA", image.size, (*WHITE, 255))
        paper.alpha_composite(image.convert("RGBA"))
        image = paper
    # A new image, without metadata attached to the opened one.
    found = Image.new("RGB", image.size, WHITE)
    found.paste(image.convert("RGB"))
    found.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    return found


def _held(image: ImageFile.ImageFile) -> int:
    """Return the EXIF orientation; upright if unreadable."""
    try:
        return int(image.getexif().get(ExifTags.Base.Orientation, 1))
    except Exception:
        return 1


def _upright(image: Image.Image, held: int) -> Image.Image:
    return image.transpose(UPRIGHT[held]) if held in UPRIGHT else image


def _with_alpha(image: ImageFile.ImageFile) -> Image.Image:
    found = Image.new("RGBA", image.size)
    found.paste(image.convert("RGBA"))
    return _upright(found, _held(image))


def _as_logo(image: Image.Image) -> Picture:
    image.thumbnail(LOGO)
    while True:
        for one in (image, image.quantize(COLOURS_OF_A_LOGO, Image.Quantize.FASTOCTREE)):
            out = io.BytesIO()
            one.save(out, "PNG", optimize=True)
            if len(out.getvalue()) <= MOST_LOGO:
                return Picture(out.getvalue(), *one.size, suffix="png")
        image = image.resize((max(1, int(image.width * SHRINK)), max(1, int(image.height * SHRINK))))


def _encoded(image: Image.Image) -> Picture:
    for one in _smaller_and_smaller(image):
        for quality in QUALITIES:
            content = _jpeg(one, quality)
            if len(content) <= MOST_KEPT:
                return Picture(content, *one.size)
    raise AssertionError("a picture of a few pixels fits")


def _smaller_and_smaller(image: Image.Image) -> Iterator[Image.Image]:
    while True:
        yield image
        image = image.resize([max(1, int(side * SHRINK)) for side in image.size])


def _jpeg(image: Image.Image, quality: int) -> bytes:
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality, optimize=True)
    return out.getvalue()
