import type { Host } from './host.js';

/** The modules that `require` knows, by name. Libraries that are installed earlier put theirs here. */
export type Modules = Record<string, unknown>;

/** What a library gets when it is installed, before the code runs. */
export interface Installing {
  modules: Modules;
  host: Host;
  /** JSON of a `CodeScope`. */
  scope: string;
  /** JSON of the input. */
  input: string;
}

/** Defines globals that code may replace, but does not list. */
export function defineGlobals(globals: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}
