import { readFileSync, writeFileSync } from 'node:fs';

/** The content of a JSON file. @throws Error if there is no such file, or it is not JSON */
export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

export function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
