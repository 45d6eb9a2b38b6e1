// Photos in the browser: decodes them, and answers questions about their pixels with Eyes, which are loaded for the
// first photo and then stay.
"use strict";
import { unpacked } from "./core.js";
import { openEyes } from "./eyes.js";

const QUALITY = 0.82; // of the JPEG to show

const texts = (bytes, from, size) => String.fromCharCode(...bytes.subarray(from, from + size));

// The width and height in the header of a file, and where that of a JPEG is; null for other formats.
function told(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint16(0) === 0xffd8) {
    for (let at = 2; view.getUint8(at) === 0xff; ) {
      const kind = view.getUint8(at + 1), sized = kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
      if (sized) return [view.getUint16(at + 7), view.getUint16(at + 5), at];
      at += kind === 0xff ? 1 : 2 + view.getUint16(at + 2);
    }
  }
  if (view.getUint32(0) === 0x89504e47) return [view.getUint32(16), view.getUint32(20)];
  if (texts(bytes, 0, 4) === "RIFF" && texts(bytes, 8, 4) === "WEBP") {
    const kind = texts(bytes, 12, 4), three = (at) => (view.getUint32(at, true) & 0xffffff) + 1;
    if (kind === "VP8X") return [three(24), three(27)];
    if (kind === "VP8L") return [(view.getUint32(21, true) & 0x3fff) + 1, ((view.getUint32(21, true) >>> 14) & 0x3fff) + 1];
    if (kind === "VP8 ") return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  }
  if (texts(bytes, 4, 4) !== "ftyp" || !/^(hei[cxm]|hev[cxs]|m[is]f1)/.test(texts(bytes, 8, 4))) return null;
  let most = null; // the largest picture in it
  for (let at = 8; at < Math.min(bytes.length - 16, 65536); at += 1) {
    if (texts(bytes, at, 4) !== "ispe") continue;
    const size = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (!most || size[0] * size[1] > most[0] * most[1]) most = size;
  }
  return most;
}

// True if a file is complete; browsers also decode a truncated one, which would be read with squares missing.
function whole(bytes, from) {
  const last = bytes.length - 1;
  if (bytes[0] === 0xff) {
    for (let at = bytes.lastIndexOf(0xd9); at > from; at = bytes.lastIndexOf(0xd9, at - 1)) if (bytes[at - 1] === 0xff) return true;
    return false;
  }
  if (bytes[0] === 0x89) return texts(bytes, Math.max(0, last - 31), 32).includes("IEND");
  return texts(bytes, 0, 4) !== "RIFF" || new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) + 8 <= bytes.length;
}

function drawn(picture, width, height) {
  const canvas = new OffscreenCanvas(width, height), pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, width, height);
  return { canvas, pen };
}

const fitting = ({ width, height }, scale) => [width, height].map((side) => Math.max(1, Math.round(side * Math.min(1, scale))));

export class Sight {
  // heard is called when bytes are loaded, as a sign of life; works with true before the eyes are opened, which
  // blocks the worker, and with false after it
  constructor(heard, works) { Object.assign(this, { heard, works }); }

  // loads the eyes, once; false if that fails, to be tried again the next time
  async ready() {
    const open = (code) => { this.works(true); return openEyes(code).finally(() => this.works(false)); };
    if (!this.coming) this.coming = unpacked("opencv.js.bin", this.heard).then((got) => got.blob()).then(open);
    try { this.eyes = await this.coming; } catch (error) {
      console.warn(error);
      this.coming = null;
    }
    return Boolean(this.coming);
  }

  // content is a Python object; undefined is None in Python
  size(content) {
    try { const size = told(content.toJs()); return size ? size.slice(0, 2) : undefined; } catch (error) {
      if (error instanceof RangeError) return undefined; // it ends within its header
      throw error;
    }
  }

  async take(content, enough, longest) {
    const bytes = content.toJs();
    if (!whole(bytes, told(bytes)[2] || 0)) return undefined;
    const picture = await createImageBitmap(new Blob([bytes])).catch(() => null);
    if (!picture) return undefined;
    const [width, height] = fitting(picture, Math.sqrt(enough / (picture.width * picture.height)));
    const [wide, high] = fitting(picture, longest / Math.max(picture.width, picture.height));
    const number = this.eyes.take(drawn(picture, width, height).pen.getImageData(0, 0, width, height));
    const small = await drawn(picture, wide, high).canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
    picture.close();
    return { number, width, height, wide, high, picture: new Uint8Array(await small.arrayBuffer()) };
  }

  ask(text) { return this.eyes.ask(text); }

  drop(number) { this.eyes.drop(number); }
}
