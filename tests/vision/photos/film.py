"""A frame of the camera's page, shown so well that no square is in doubt."""

from io import BytesIO

from PIL import Image

from tests.vision.photos import generate

SIZE = (1280, 720)


def render_still_frame(cards: int = 13) -> bytes:
    frame, content = Image.new("RGB", SIZE), BytesIO()
    photo = Image.open(BytesIO(generate(50, "easy", megapixels=3, cards=cards).jpeg))
    photo.thumbnail(frame.size)
    frame.paste(photo, ((frame.width - photo.width) // 2, (frame.height - photo.height) // 2))
    frame.save(content, "JPEG", quality=92)
    return content.getvalue()
