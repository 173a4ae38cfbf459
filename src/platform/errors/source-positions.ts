import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const position = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;
/** By the URL of a built file; null without a map. Only files that a logged stack names are read. */
const maps = new Map<string, SourceMap | null>();

/**
 * A stack with the positions of the sources instead of those of the build. Node does the same with
 * `--enable-source-maps`, but reads every map when the server starts.
 */
export function withSourcePositions(stack: string): string {
  return stack.replace(position, (built, url: string, line: string, column: string) => {
    const origin = mapOf(url)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin) || !origin.fileName) return built;
    return `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(url: string): SourceMap | null {
  const known = maps.get(url);
  if (known !== undefined) return known;
  const map = url.includes('/node_modules/') ? null : readMap(url);
  maps.set(url, map);
  return map;
}

function readMap(url: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')));
  } catch {
    return null;
  }
}
