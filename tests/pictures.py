"""Pictures as sent by phones and by attackers."""

import io
import random
import struct
import zlib

from django.db.models.functions import Now
from PIL import ExifTags, Image

from tournaments.models import Photo, PhotoContent
from web.pictures import Picture, picture_of

GPS = {ExifTags.GPS.GPSLatitudeRef: "N", ExifTags.GPS.GPSLatitude: (35.0, 41.0, 22.0)}


def drawn(width: int = 60, height: int = 40, mode: str = "RGB") -> Image.Image:
    """Return a picture with a dark left and a light right half."""
    image = Image.new("L", (width, height), 20)
    image.paste(230, (width // 2, 0, width, height))
    return image.convert(mode)


def as_file(image: Image.Image, kind: str = "JPEG", **how: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **how)
    return out.getvalue()


def photo(width: int = 60, height: int = 40, *, held: int = 1) -> bytes:
    """Return a JPEG as phones write it: with location, model and orientation."""
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = held
    exif[ExifTags.Base.Make] = "SecretPhone"
    exif.get_ifd(ExifTags.IFD.GPSInfo).update(GPS)
    how = {"exif": exif, "comment": b"SecretComment", "icc_profile": b"SecretProfile", "quality": 95}
    return as_file(drawn(width, height), **how)


def noise(side: int) -> bytes:
    """Return an incompressible picture."""
    pixels = random.Random(7).randbytes(side * side * 3)
    return as_file(Image.frombytes("RGB", (side, side), pixels), quality=95)


def png_that_claims(width: int, height: int) -> bytes:
    """Return a small PNG whose header claims this size."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(bytes(10_000))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in ((b"IHDR", header), (b"IDAT", body), (b"IEND", b""))
    )


class PhotoFile:
    """A file as sent by a form, any number of times."""

    def __init__(self, data: bytes = b"", name: str = "sheet.jpg", media_type: str = "image/jpeg") -> None:
        self.data, self.name, self.content_type = data or photo(), name, media_type

    def read(self) -> bytes:
        return self.data


def a_picture(width: int = 60) -> Picture:
    """Return a stored picture, different for each width."""
    return picture_of(io.BytesIO(as_file(drawn(width))))


def let_its_time_be_over(photo: Photo) -> None:
    """Make a photo due by inserting its row again: the database refuses changes of its due time."""
    content = photo.content.content
    named = {one.attname: getattr(photo, one.attname) for one in Photo._meta.concrete_fields}
    Photo.objects.filter(pk=photo.pk).delete()
    Photo.objects.create(**{**named, "delete_at": Now()})
    PhotoContent.objects.create(photo_id=named["id"], content=content)
