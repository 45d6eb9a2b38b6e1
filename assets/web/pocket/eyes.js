// Answers questions of companion/vision about pixels with OpenCV.js. Questions and answers are JSON, so that they
// cross between Python and JavaScript as one string; pixels stay here. companion/vision/eyes describes the
// questions.
"use strict";

// Runs a function, and then deletes all that it has held: OpenCV's memory has no garbage collection.
function holding(work) {
  const held = [];
  try { return work((each) => { held.push(each); return each; }); } finally { for (const each of held) each.delete(); }
}

const sum = (values) => values.reduce((total, each) => total + each, 0);
const mean = (values) => sum(values) / values.length;
const spread = (values, about = mean(values)) => Math.sqrt(mean(values.map((each) => (each - about) ** 2)));

// Makes Eyes from the code of OpenCV, which is a module.
export async function openEyes(code) {
  const script = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  try {
    const { default: make } = await import(script);
    return new Eyes(await make());
  } finally { URL.revokeObjectURL(script); }
}

export class Eyes {
  constructor(cv) { Object.assign(this, { cv, photos: new Map(), greys: new Map(), drawn: new Map(), next: 1 }); }

  // Stores an upright photo's ImageData; returns its number for questions.
  take({ width, height, data }) {
    const photo = new this.cv.Mat(height, width, this.cv.CV_8UC4);
    photo.data.set(data);
    return this.keep(this.photos, photo);
  }

  // Frees a photo.
  drop(number) { this.photos.get(number).delete(); this.photos.delete(number); }

  ask(text) {
    const [question, ...given] = JSON.parse(text);
    if (!QUESTIONS.has(question)) throw new Error(question);
    const answer = this[question](...given);
    return JSON.stringify(answer === undefined ? null : answer);
  }

  keep(where, mat) {
    const number = this.next;
    this.next += 1;
    where.set(number, mat);
    return number;
  }

  // Stores what does not change: the codes of all seals, pictures of squares, their blurs, and figures.
  begin(codes, pictures, blurs, figures) {
    const { cv } = this;
    this.forgetAll();
    this.figures = figures;
    this.codes = codes.map((code) => Array.from({ length: 16 }, (_, at) => (code >> (15 - at)) & 1));
    this.pictures = pictures.map((prints) => prints.flatMap((bytes) => {
      const side = Math.round(Math.sqrt(bytes.length));
      return blurs.map((blur) => holding((hold) => this.blurred(hold(cv.matFromArray(side, side, cv.CV_32F, bytes)), blur)));
    }));
    this.dictionary = holding((hold) => new cv.aruco_Dictionary(hold(this.book()), 4, 0));
  }

  forgetAll() {
    for (const each of [this.dictionary, ...(this.pictures || []).flat(), ...this.drawn.values(), ...[...this.greys.values()].map(({ mat }) => mat)]) if (each) each.delete();
    this.drawn.clear();
    this.greys.clear();
  }

  // The codes as OpenCV needs them: two bytes for each of four turns.
  book() {
    const { cv } = this, book = new cv.Mat(this.codes.length, 2, cv.CV_8UC4);
    const turns = [(row, column) => [row, column], (row, column) => [column, 3 - row], (row, column) => [3 - row, 3 - column], (row, column) => [3 - column, row]];
    this.codes.forEach((bits, number) => turns.forEach((turn, at) => {
      let code = 0;
      for (let each = 0; each < 16; each += 1) { const [row, column] = turn(each >> 2, each & 3); code = (code << 1) | bits[4 * row + column]; }
      book.data.set([code >> 8, code & 255], 8 * number + 2 * at);
    }));
    return book;
  }

  blurred(mat, blur) {
    const { cv } = this, made = new cv.Mat();
    if (blur) cv.GaussianBlur(mat, made, new cv.Size(0, 0), blur, blur, cv.BORDER_DEFAULT); else mat.copyTo(made);
    return made;
  }

  size(photo) { const mat = this.photos.get(photo); return [mat.cols, mat.rows]; }

  grey(photo, mirrored = false) {
    const mat = new this.cv.Mat();
    this.cv.cvtColor(this.photos.get(photo), mat, this.cv.COLOR_RGBA2GRAY);
    if (mirrored) this.cv.flip(mat, mat, 1);
    return this.keep(this.greys, { mat, photo, books: [] });
  }

  forget(grey) { this.greys.get(grey).mat.delete(); this.greys.delete(grey); }

  seals(grey, longer) {
    const { cv, figures } = this, { mat } = this.greys.get(grey), scale = longer / Math.max(mat.rows, mat.cols);
    return holding((hold) => {
      const small = hold(new cv.Mat()), settings = hold(new cv.aruco_DetectorParameters());
      cv.resize(mat, small, new cv.Size(0, 0), scale, scale, scale < 1 ? cv.INTER_AREA : cv.INTER_CUBIC);
      Object.assign(settings, figures.detector);
      const refine = hold(new cv.aruco_RefineParameters(10, 3, true));
      return this.tiles(small.rows).flatMap(([top, bottom]) => this.tiles(small.cols).flatMap(([left, right]) => {
        const wide = right - left, high = bottom - top, longest = Math.max(wide, high);
        settings.minMarkerPerimeterRate = (4 * figures.least) / longest;
        settings.maxMarkerPerimeterRate = (4 * figures.most * longer) / longest;
        const detector = hold(new cv.aruco_ArucoDetector(this.dictionary, settings, refine)), part = hold(small.roi(new cv.Rect(left, top, wide, high)));
        const quads = hold(new cv.MatVector()), ids = hold(new cv.Mat());
        detector.detectMarkers(part, quads, ids);
        return Array.from({ length: quads.size() }, (_, at) => {
          const ends = hold(quads.get(at)).data32F, placed = [0, 2, 4, 6].map((from) => [ends[from] + left, ends[from + 1] + top].map((each) => (each + 0.5) / scale - 0.5));
          return [ids.data32S[at], placed];
        });
      }));
    });
  }

  // The first and last pixels of overlapping tiles along a picture's side.
  tiles(side) {
    const { tile, tile_over: over } = this.figures, count = Math.max(1, Math.ceil((side - over) / tile));
    const end = (at) => Math.floor(((side - over) * at) / count);
    return Array.from({ length: count }, (_, at) => [end(at), end(at + 1) + over]);
  }

  plane(points, seen, off) {
    const { cv } = this;
    if (points.length < 4) return null; // an error for OpenCV
    return holding((hold) => {
      const [from, to] = [points, seen].map((each) => hold(cv.matFromArray(each.length, 2, cv.CV_64F, each.flat())));
      const found = hold(off === null ? cv.findHomography(from, to, 0, 3) : cv.findHomography(from, to, cv.RANSAC, off));
      const values = Array.from(found.data64F);
      return values.length === 9 && values.every(Number.isFinite) ? values : null;
    });
  }

  // A part of a picture as seen from straight above.
  seen(hold, grey, patch) {
    const seen = hold(new this.cv.Mat());
    this.fromAbove(hold, this.greys.get(grey).mat, patch).convertTo(seen, this.cv.CV_32F);
    return seen;
  }

  fromAbove(hold, picture, [plane, size]) {
    const { cv } = this, part = hold(new cv.Mat()), matrix = hold(cv.matFromArray(3, 3, cv.CV_64F, plane));
    cv.warpPerspective(picture, part, matrix, new cv.Size(size, size), cv.INTER_LINEAR | cv.WARP_INVERSE_MAP, cv.BORDER_REPLICATE, new cv.Scalar());
    return part;
  }

  cells(grey, patches) {
    const { cell } = this.figures, inner = cell - 2;
    return patches.map((patch) => holding((hold) => {
      const { data32F, cols } = this.seen(hold, grey, patch);
      return Array.from({ length: 36 }, (_, at) => cellMean(data32F, cols, (at % 6) * cell + 1, Math.floor(at / 6) * cell + 1, inner));
    }));
  }

  learn(grey, books) { this.greys.get(grey).books = books.map((book) => Float64Array.from(book.flat())); }

  // An ideal seal with its quiet zone; without a code, its cells are grey.
  seal(code) {
    const { cv, drawn } = this, { cell, quiet } = this.figures, side = 6 * cell + 2 * quiet;
    if (!drawn.has(code)) {
      const whole = new Float32Array(side * side).fill(255), bits = code === null ? null : this.codes[code];
      for (let y = 0; y < 6 * cell; y += 1) for (let x = 0; x < 6 * cell; x += 1) {
        const row = Math.floor(y / cell) - 1, column = Math.floor(x / cell) - 1, within = row >= 0 && row < 4 && column >= 0 && column < 4;
        whole[(y + quiet) * side + x + quiet] = within ? 255 * (bits ? bits[4 * row + column] : 0.5) : 0;
      }
      drawn.set(code, holding((hold) => this.blurred(hold(cv.matFromArray(side, side, cv.CV_32F, whole)), cell / 4)));
    }
    return drawn.get(code);
  }

  match(hold, seen, picture) {
    const found = hold(new this.cv.Mat()), mask = hold(new this.cv.Mat());
    this.cv.matchTemplate(seen, picture, found, this.cv.TM_CCOEFF_NORMED, mask);
    return found;
  }

  // Correlations of a seal, given by its corner in a patch, with all codes.
  against(seen, left, top, book) {
    const { cell, faint } = this.figures, cells = [];
    for (let at = 0; at < 16; at += 1) cells.push(cellMean(seen.data32F, seen.cols, left + 1 + cell * (1 + (at & 3)), top + 1 + cell * (1 + (at >> 2)), cell - 2));
    const about = mean(cells), wide = spread(cells, about), fits = new Float64Array(book.length / 16);
    if (wide < faint) return fits.fill(-1);
    for (let at = 0; at < 16; at += 1) cells[at] = (cells[at] - about) / (wide + 1e-6) / 16;
    for (let code = 0, from = 0; code < fits.length; code += 1) {
      let total = 0;
      for (let at = 0; at < 16; at += 1, from += 1) total += cells[at] * book[from];
      fits[code] = total;
    }
    return fits;
  }

  measure_fits(grey, spots) {
    const { quiet } = this.figures, { books } = this.greys.get(grey);
    return spots.map(([[patch, turn], code]) => holding((hold) => {
      const seen = this.seen(hold, grey, patch), [ring, x, y] = highest(this.match(hold, seen, this.seal(code)));
      const fits = this.against(seen, x + quiet, y + quiet, books[turn]), own = fits[code];
      fits[code] = -1;
      return [code, ring, own, own - fits[largest(fits)]];
    }));
  }

  find_codes(grey, spots) {
    const { cell, quiet, peak } = this.figures, { books } = this.greys.get(grey);
    return spots.map(([patch, turn]) => holding((hold) => {
      const seen = this.seen(hold, grey, patch), match = this.match(hold, seen, this.seal(null)), most = seen.rows - 6 * cell;
      const clip = (at) => Math.min(Math.max(at, 0), most);
      let best = null;
      for (let each = 0; each < peak.most; each += 1) {
        const [ring, x, y] = highest(match);
        if (ring < peak.least) break;
        let top = null;
        for (let down = -peak.around; down <= peak.around; down += 1) for (let across = -peak.around; across <= peak.around; across += 1) {
          const fits = this.against(seen, clip(x + quiet + across), clip(y + quiet + down), books[turn]), code = largest(fits);
          if (!top || fits[code] > top.fits[top.code]) top = { fits, code };
        }
        const own = top.fits[top.code];
        top.fits[top.code] = -Infinity;
        if (!best || own > best[2]) best = [top.code, ring, own, own - top.fits[largest(top.fits)]];
        for (let row = Math.max(0, y - peak.apart); row <= Math.min(match.rows - 1, y + peak.apart); row += 1) {
          match.data32F.fill(-1, row * match.cols + Math.max(0, x - peak.apart), row * match.cols + Math.min(match.cols, x + peak.apart + 1));
        }
      }
      return best;
    }));
  }

  surfaces(grey, squares) {
    const { cv } = this, { step } = this.figures.surface;
    return squares.map(([patch, number]) => holding((hold) => {
      const [colours, plain, floats, means] = Array.from({ length: 4 }, () => hold(new cv.Mat()));
      cv.cvtColor(this.fromAbove(hold, this.photos.get(this.greys.get(grey).photo), patch), plain, cv.COLOR_RGBA2RGB);
      cv.resize(plain, colours, new cv.Size(0, 0), 0.5, 0.5, cv.INTER_AREA);
      cv.cvtColor(colours, plain, cv.COLOR_RGB2GRAY);
      plain.convertTo(floats, cv.CV_32F);
      let best = [-1];
      for (const picture of this.pictures[number]) {
        const settled = this.settled(floats, picture);
        if (settled[0] > best[0]) best = [...settled, picture];
      }
      const [like, left, top, picture] = best, side = picture.rows, shown = hold(new cv.Mat());
      hold(colours.roi(new cv.Rect(left, top, side, side))).convertTo(shown, cv.CV_32F);
      cv.resize(shown, means, new cv.Size(0, 0), 1 / step, 1 / step, cv.INTER_AREA);
      const cells = this.likeness(floats, picture, left, top), wide = means.cols;
      return [like, Array.from({ length: wide }, (_, y) => Array.from({ length: wide }, (_, x) => [cells[y * wide + x], ...means.data32F.slice(3 * (y * wide + x), 3 * (y * wide + x) + 3)]))];
    }));
  }

  // How well a picture fits at its best place, and that place. Its parts are matched separately, so that a hidden
  // one does not spoil the place; without the first, which has the seal, different on each square.
  settled(grey, picture) {
    const { cv } = this, { around, part } = this.figures.surface, wide = 2 * around + 1;
    const edge = Math.floor((picture.rows - 3 * part) / 2), spare = Math.floor((grey.rows - picture.rows) / 2) - around;
    const fits = new Float32Array(wide * wide);
    for (let number = 1; number < 9; number += 1) holding((hold) => {
      const x = edge + part * (number % 3), y = edge + part * Math.floor(number / 3);
      const found = this.match(hold, hold(grey.roi(new cv.Rect(x + spare, y + spare, part + 2 * around, part + 2 * around))), hold(picture.roi(new cv.Rect(x, y, part, part))));
      for (let at = 0; at < fits.length; at += 1) fits[at] += Math.max(found.data32F[at], 0);
    });
    const at = largest(fits);
    return [fits[at] / 8, (at % wide) + spare, Math.floor(at / wide) + spare];
  }

  // The correlation with the picture around each cell's middle; a texture fainter than print counts less.
  likeness(grey, picture, left, top) {
    const { cv } = this, { step, faint, least } = this.figures.surface, side = picture.rows, wide = side / step;
    const best = new Float32Array(wide * wide).fill(-1), middle = step >> 1;
    return holding((hold) => {
      const about = (one, other) => {
        const made = hold(new cv.Mat());
        if (other) cv.multiply(one, other, made); else one.copyTo(made);
        return hold(this.blurred(made, this.figures.surface.window));
      };
      const mean = about(grey), square = about(grey, grey), printed = about(picture), spread = about(picture, picture);
      for (let down = -1; down < 2; down += 1) for (let across = -1; across < 2; across += 1) {
        const both = about(hold(grey.roi(new cv.Rect(left + across, top + down, side, side))), picture);
        for (let at = 0; at < best.length; at += 1) {
          const x = (at % wide) * step + middle, y = Math.floor(at / wide) * step + middle, there = (y + top + down) * grey.cols + x + left + across, here = y * side + x;
          const seen = mean.data32F[there], own = square.data32F[there] - seen * seen, ink = printed.data32F[here];
          const wanted = Math.max(spread.data32F[here] - ink * ink, 0) + faint;
          const found = (both.data32F[here] - seen * ink) / Math.sqrt(Math.max(own, ((least * seen) / ink) ** 2 * wanted) * wanted);
          if (found > best[at]) best[at] = found;
        }
      }
      return best;
    });
  }

  measure_glare(grey, patches, than) {
    return patches.map((patch) => holding((hold) => mean(Array.from(this.seen(hold, grey, patch).data32F, (each) => (each > than ? 1 : 0)))));
  }
}

const QUESTIONS = new Set(["begin", "size", "grey", "forget", "seals", "plane", "cells", "learn", "measure_fits", "find_codes", "surfaces", "measure_glare"]);

// The mean value of a square part of a picture.
function cellMean(data, wide, left, top, side) {
  let total = 0;
  for (let y = top; y < top + side; y += 1) for (let x = left; x < left + side; x += 1) total += data[y * wide + x];
  return total / side / side;
}

function largest(values) {
  let best = 0;
  for (let at = 1; at < values.length; at += 1) if (values[at] > values[best]) best = at;
  return best;
}

// The highest value of a picture, and its column and row.
function highest({ data32F, cols }) {
  const at = largest(data32F);
  return [data32F[at], at % cols, Math.floor(at / cols)];
}
