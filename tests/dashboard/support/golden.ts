import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { waitFor } from '../../support/wait-for.js';
import { standStill } from './stand-still.js';

const goldens = 'tests/dashboard/screens/goldens';
/** Where the screenshots are that differ; git ignores it. */
const differing = '.cache/screens';

/** How much a colour may differ, from 0 to 1: fonts are smoothed differently from machine to machine. */
const threshold = 0.15;
/** The share of pixels that may differ. */
const tolerance = 0.001;

/** Waits until a page looks as it is kept. `UPDATE_GOLDENS=1` keeps what it looks like. @throws Error if it looks otherwise */
export async function expectGolden(page: Page, name: string): Promise<void> {
  const path = join(goldens, `${name}.png`);
  if (process.env.UPDATE_GOLDENS) return writeFileSync(path, fileOf(await stableImage(page)));
  const golden = PNG.sync.read(readFileSync(path));
  let last: Comparison | undefined;
  const isAlike = async () => {
    last = compare(golden, await imageOf(page));
    return last.share <= tolerance;
  };
  await waitFor(isAlike, limit).catch((error) => {
    throw last ? new Error(keep(name, last)) : error;
  });
  for (const file of filesOf(name)) rmSync(file, { force: true });
}

/** A screenshot takes seconds where the processors are busy. */
const limit = { timeoutMs: 20_000 };

interface Comparison {
  actual: PNG;
  diff: PNG;
  /** From 0 to 1. */
  share: number;
}

function compare(golden: PNG, actual: PNG): Comparison {
  const { width, height } = golden;
  const diff = new PNG({ width, height });
  const count = pixelmatch(golden.data, actual.data, diff.data, width, height, { threshold });
  return { actual, diff, share: count / (width * height) };
}

const filesOf = (name: string) => [join(differing, `${name}.actual.png`), join(differing, `${name}.diff.png`)] as const;

/** Writes what differs. @returns what is said of it */
function keep(name: string, { actual, diff, share }: Comparison): string {
  const [actualPath, diffPath] = filesOf(name);
  mkdirSync(differing, { recursive: true });
  writeFileSync(actualPath, fileOf(actual));
  writeFileSync(diffPath, fileOf(diff));
  const percent = (part: number) => `${(part * 100).toFixed(2)} %`;
  return [
    `${percent(share)} of the pixels differ from ${goldens}/${name}.png, at most ${percent(tolerance)} may.`,
    `Look at ${actualPath} and ${diffPath}. If the new look is right, run the test with UPDATE_GOLDENS=1.`,
  ].join('\n');
}

/** A screenshot that is the same as the one before it. */
async function stableImage(page: Page): Promise<PNG> {
  let last = await imageOf(page);
  const isSame = async () => {
    const next = await imageOf(page);
    const same = compare(last, next).share === 0;
    last = next;
    return same;
  };
  await waitFor(isSame, { everyMs: 250, ...limit });
  return last;
}

async function imageOf(page: Page): Promise<PNG> {
  await standStill(page);
  return halve(PNG.sync.read(await page.screenshot({ animations: 'disabled' })));
}

const fileOf = (image: PNG): Buffer => PNG.sync.write(image, { colorType: 2, deflateLevel: 9 });

/** An image of half the width and height, in fewer colours, so that a hundred of them are small. */
function halve(image: PNG): PNG {
  const half = new PNG({ width: image.width >> 1, height: image.height >> 1 });
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const from = (2 * y * image.width + 2 * x) * 4;
      const to = (y * half.width + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const [first, second] = [from + channel, from + channel + image.width * 4];
        const sum = byte(image, first) + byte(image, first + 4) + byte(image, second) + byte(image, second + 4);
        half.data[to + channel] = Math.min(255, Math.round(sum / 32) * 8);
      }
      half.data[to + 3] = 255;
    }
  }
  return half;
}

const byte = ({ data }: PNG, index: number): number => data[index] as number;
