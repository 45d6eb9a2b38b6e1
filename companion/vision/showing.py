"""A photo made small for a page: what is looked at on a phone needs no twelve megapixels."""

from io import BytesIO

from PIL import Image

_LONGEST = 1600  # pixels of the longer side: a square that is looked at closely on a phone is still sharp
_QUALITY = 82  # of the JPEG, in hundredths


def shown_photo(photo: Image.Image) -> tuple[tuple[bytes, int, int], float]:
    """A photo as a page shows it: a JPEG with width and height, and its scale to the photo."""
    scale, content = min(1.0, _LONGEST / max(photo.size)), BytesIO()
    across, down = (max(1, round(side * scale)) for side in photo.size)
    small = photo.resize((across, down), Image.Resampling.BOX) if scale < 1 else photo
    small.save(content, "JPEG", quality=_QUALITY)
    return (content.getvalue(), across, down), scale
