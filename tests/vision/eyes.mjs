// The eyes of a browser in Node: eyes.js over a package of OpenCV.js, asked line by line.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

// Whatever OpenCV hands out is made by Object.create, and has no pointer any more once it is freed.
const made = [], create = Object.create;
Object.create = (kind, more) => {
  const one = create(kind, more);
  if (more?.$$) made.push(one);
  return one;
};

const [ours, theirs] = process.argv.slice(2).map((path) => pathToFileURL(path).href);
const [{ Eyes }, { default: make }] = await Promise.all([import(ours), import(theirs)]);
const eyes = new Eyes(await make());

async function answer(line) {
  const [question, ...given] = JSON.parse(line);
  switch (question) {
    case "take": return eyes.take({ width: given[1], height: given[2], data: await readFile(given[0]) });
    case "drop": return eyes.drop(given[0]) || null;
    case "held": return made.filter((each) => each.$$.ptr).length;
    default: return eyes.ask(line);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${await answer(line).catch((error) => error)}\n`);
}
