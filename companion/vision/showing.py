"""A photo made small for a page: what is looked at on a phone needs no twelve megapixels."""

import cv2

from companion.vision.photo import Photo

_LONGEST = 1600  # pixels of the longer side: a square that is looked at closely on a phone is still sharp
_QUALITY = 82  # of the JPEG, in hundredths


def shown_photo(photo: Photo) -> tuple[tuple[bytes, int, int], float]:
    """A photo as a page shows it: a JPEG with width and height, and its scale to the photo."""
    height, width = photo.shape[:2]
    scale = min(1.0, _LONGEST / max(height, width))
    across, down = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(photo, (across, down), interpolation=cv2.INTER_AREA) if scale < 1 else photo
    _, content = cv2.imencode(
        ".jpg", cv2.cvtColor(small, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
    )
    return (content.tobytes(), across, down), scale
