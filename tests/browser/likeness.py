"""Whether two pictures of a page are alike: what fonts and smoothing do to edges is forgiven, what moved or is gone is not."""

from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

BLUR = 1.6
#: A channel that differs by more after the blur counts.
STEP = 32
#: The share of the picture that may differ.
ALLOWED = 0.003


def differing(ours: Image.Image, reference: Image.Image) -> tuple[float, Image.Image]:
    """The share of pixels that differ, and where, as a mask."""
    if ours.size != reference.size:
        return 1.0, Image.new("L", ours.size, 255)
    blurred = [each.convert("RGB").filter(ImageFilter.GaussianBlur(BLUR)) for each in (ours, reference)]
    bands = ImageChops.difference(*blurred).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    mask = worst.point([0 if value <= STEP else 255 for value in range(256)])
    return mask.histogram()[255] / (mask.width * mask.height), mask


def keep(picture: Image.Image, file: Path) -> None:
    """As a reference: small, since it is compared through a blur."""
    file.parent.mkdir(parents=True, exist_ok=True)
    picture.convert("RGB").save(file, "WEBP", quality=84, method=6)


def tell(ours: Image.Image, reference: Image.Image, mask: Image.Image, folder: Path, name: str) -> None:
    """Both pictures and the place of the difference, for people to look at."""
    folder.mkdir(parents=True, exist_ok=True)
    ours.save(folder / f"{name}.new.png")
    reference.save(folder / f"{name}.reference.png")
    mask.save(folder / f"{name}.difference.png")
