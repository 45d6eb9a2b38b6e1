// Pictures of own decks, for Python in the worker that prints: reads their headers and pixels, and checks that they
// are complete. PNG: W3C, third edition; JPEG: ITU T.81 with JFIF and EXIF.
"use strict";

const STRIP = 1 << 20; // pixels that are read at once
const TURNED = 0x0112, ACROSS = 0x011a, UNIT = 0x0128; // EXIF tags: orientation, resolution, its unit
const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }; // of a PNG, by its colour type
const CODES = Uint32Array.from({ length: 256 }, (_, code) => {
  for (let bit = 0; bit < 8; bit += 1) code = code & 1 ? (code >>> 1) ^ 0xedb88320 : code >>> 1;
  return code;
});

// where other kinds have which letters, and whether every browser reads them: GIF, BMP, WebP, AVIF, TIFF
const OTHERS = [[0, "GIF8", true], [0, "BM", true], [8, "WEBP", true], [4, "ftypavi", false], [0, "II*\0", false], [0, "MM\0*", false]];

const text = (bytes, from, size) => String.fromCharCode(...bytes.subarray(from, from + size));
const damage = () => new RangeError("damaged"); // the type that a DataView throws at its end

// Orientation and dpi from EXIF data, 0 if missing or damaged.
function noted(bytes) {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), little = { II: true, MM: false }[text(bytes, 0, 2)], found = {};
    if (little === undefined) return [0, 0];
    const at = view.getUint32(4, little), count = view.getUint16(at, little);
    for (let entry = at + 2; entry < at + 2 + 12 * count; entry += 12) {
      found[view.getUint16(entry, little)] = view.getUint16(entry + 2, little) === 3 ? view.getUint16(entry + 8, little) : view.getUint32(entry + 8, little);
    }
    const dots = ACROSS in found ? view.getUint32(found[ACROSS], little) / view.getUint32(found[ACROSS] + 4, little) : 0;
    const turned = found[TURNED] >= 2 && found[TURNED] <= 8 ? found[TURNED] : 0;
    return [turned, Number.isFinite(dots) ? dots * (found[UNIT] === 3 ? 2.54 : 1) : 0];
  } catch (error) { return [0, 0]; }
}

function png(bytes, view) {
  const found = { kind: "png", dpi: 0, turned: 0, parts: [] };
  let at = 8, name = "", clear = false, laced = 0, depth = 0, colour = 0;
  while (name !== "IEND") {
    const size = view.getUint32(at), part = bytes.subarray(at + 8, at + 8 + size), head = at + 8;
    name = text(bytes, at + 4, 4);
    view.getUint32(head + size); // throws if the checksum is missing
    if (name === "IHDR") {
      [found.width, found.height] = [view.getUint32(head), view.getUint32(head + 4)];
      [depth, colour, laced] = [bytes[head + 8], bytes[head + 9], bytes[head + 12]];
    } else if (name === "pHYs" && bytes[head + 8] === 1 && view.getUint32(head) === view.getUint32(head + 4)) found.dpi = view.getUint32(head) * 0.0254;
    else if (name === "eXIf") [found.turned] = noted(part);
    else if (name === "tRNS") clear = true;
    else if (name === "IDAT") found.parts.push(part);
    at += 12 + size;
  }
  if (!found.width || !found.height || !CHANNELS[colour]) throw damage();
  found.unpacked = laced ? 0 : found.height * (Math.ceil((found.width * depth * CHANNELS[colour]) / 8) + 1);
  found.end = at;
  found.bare = !(colour === 0 && depth === 16);
  found.channels = clear || colour === 4 || colour === 6 ? "RGBA" : colour === 0 ? "L" : "RGB";
  return found;
}

function jpeg(bytes, view) {
  const found = { kind: "jpeg", dpi: 0, turned: 0, camera: 0 };
  let at = 2, kind = 0, usual = false, channels = 0;
  while (kind !== 0xda) { // up to the scan
    while (bytes[at] !== 0xff || bytes[at + 1] === 0xff || bytes[at + 1] === 0) { at += 1; if (at >= bytes.length) throw damage(); }
    kind = bytes[at + 1];
    at += 2;
    if (kind === 0x01 || (kind >= 0xd0 && kind <= 0xd8)) continue; // markers without a length
    const size = view.getUint16(at), head = at + 2;
    if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)) {
      [found.height, found.width, channels, usual] = [view.getUint16(head + 1), view.getUint16(head + 3), bytes[head + 5], kind <= 0xc2];
    } else if (kind === 0xe0 && text(bytes, head, 5) === "JFIF\0") {
      const across = view.getUint16(head + 8);
      if (across === view.getUint16(head + 10)) found.dpi = across * ({ 1: 1, 2: 2.54 }[bytes[head + 7]] || 0);
    } else if (kind === 0xe1 && text(bytes, head, 6) === "Exif\0\0") [found.turned, found.camera] = noted(bytes.subarray(head + 6, at + size));
    at += size;
  }
  let end = bytes.length - 1;
  while (end > at && !(bytes[end - 1] === 0xff && bytes[end] === 0xd9)) end -= 1;
  if (!found.width || !found.height || end <= at) throw damage();
  return { ...found, dpi: found.dpi || found.camera, bare: usual && (channels === 1 || channels === 3), channels: "RGB" };
}

// the facts in the header of a PNG or JPEG; null for all else
export function head(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), read = text(bytes, 0, 8) === "\x89PNG\r\n\x1a\n" ? png : text(bytes, 0, 3) === "\xff\xd8\xff" ? jpeg : null;
  if (!read) return null;
  const found = read(bytes, view);
  return { ...found, seen: found.turned > 4 ? [found.height, found.width] : [found.width, found.height] };
}

// A picture of another kind, which the browser decodes itself; null if it is none, or of a kind that it does not know.
async function other(bytes) {
  const kind = OTHERS.find(([at, name]) => text(bytes, at, name.length) === name);
  if (!kind) return null;
  try {
    const bitmap = await createImageBitmap(new Blob([bytes]), { colorSpaceConversion: "none" }), { width, height } = bitmap;
    bitmap.close();
    return { kind: "png", width, height, seen: [width, height], bare: false, dpi: 0, turned: 0, channels: "RGBA" };
  } catch (error) {
    if (kind[2]) throw damage();
    return null;
  }
}

// Throws if a PNG is damaged or truncated, which browsers still draw: compares its checksums and number of bytes.
async function whole({ parts, unpacked, end }, bytes, view) {
  for (let at = 8; at < end;) {
    const size = view.getUint32(at);
    let sum = ~0;
    for (let each = at + 4; each < at + 8 + size; each += 1) sum = CODES[(sum ^ bytes[each]) & 255] ^ (sum >>> 8);
    if ((~sum >>> 0) !== view.getUint32(at + 8 + size)) throw damage();
    at += 12 + size;
  }
  const line = new Blob(parts).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await line.read();
    if (done) break;
    size += value.length;
    if (unpacked && size > unpacked) { await line.cancel(); throw damage(); } // a decompression bomb
  }
  if (unpacked && size !== unpacked) throw damage();
}

// packs bytes with zlib as they arrive
class Packed {
  constructor() {
    const { readable, writable } = new CompressionStream("deflate");
    this.writer = writable.getWriter();
    this.whole = new Response(readable).arrayBuffer();
  }

  add(part) { return this.writer.write(part); }

  async end() {
    await this.writer.close();
    return new Uint8Array(await this.whole);
  }
}

// Packs the pixels of a picture in strips, so that a large one needs less memory.
async function dots(bitmap, channels, keep) {
  const { width, height } = bitmap, rows = Math.max(1, Math.min(height, Math.floor(STRIP / width)));
  const pen = new OffscreenCanvas(width, rows).getContext("2d", { willReadFrequently: true });
  const planes = { colours: new Packed(), ...(channels === "RGBA" ? { solid: new Packed() } : {}) }, each = channels === "L" ? 1 : 3;
  for (let top = 0; top < height; top += rows) {
    const high = Math.min(rows, height - top);
    pen.clearRect(0, 0, width, rows);
    pen.drawImage(bitmap, 0, -top);
    const { data } = pen.getImageData(0, 0, width, high), colours = new Uint8Array(width * high * each), solid = new Uint8Array(width * high);
    for (let from = 0, to = 0, at = 0; from < data.length; from += 4, at += 1) {
      for (let one = 0; one < each; one += 1, to += 1) colours[to] = data[from + one];
      solid[at] = data[from + 3];
    }
    await planes.colours.add(colours);
    if (planes.solid) await planes.solid.add(solid);
  }
  for (const [name, plane] of Object.entries(planes)) keep(name, await plane.end());
}

async function again(bitmap, kind, keep) {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  const made = await canvas.convertToBlob({ type: `image/${kind}`, quality: 0.95 });
  keep("again", new Uint8Array(await made.arrayBuffer()));
}

// The facts of a picture for Python; null if it is none. The way is its purpose: "shown" on a page, "inked" for
// printing, or to check that it is "whole". If it cannot be used as it is, a converted one is passed to keep.
export async function picture(bytes, most, way, keep) {
  let bitmap = null;
  try {
    const known = head(bytes), found = known || (await other(bytes));
    if (!found) return null;
    const { kind, width, height, seen, bare, dpi, turned, channels } = found, plain = bare && !turned;
    if (width * height > most) return ["large"];
    if (way === "whole" && known && kind === "png") await whole(found, bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
    const inks = way === "inked" && (kind === "png" || !bare);
    if (inks || !plain || way === "whole") {
      bitmap = await createImageBitmap(new Blob([bytes]), { colorSpaceConversion: "none" });
      if (bitmap.width !== seen[0] || bitmap.height !== seen[1]) throw damage();
      if (!plain) await again(bitmap, kind, keep);
      if (inks && kind === "png") await dots(bitmap, channels, keep);
    }
    return [kind, ...seen, bare, dpi, turned];
  } catch (error) {
    return ["damaged"]; // whatever a decoder has thrown
  } finally { if (bitmap) bitmap.close(); }
}
