/** Node's options for threads of our own: they do not get Jest's way with TypeScript. */
export const threadArgv = ['--import', new URL('./typescript.js', import.meta.url).href, '--no-warnings'];
