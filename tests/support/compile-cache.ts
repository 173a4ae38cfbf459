import { resolve } from 'node:path';

/** The environment of programs that start again and again: Node compiles them once. The build removes it. */
export const compileCache = { NODE_COMPILE_CACHE: resolve('dist/.compiled') };
