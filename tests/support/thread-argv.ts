/** Node's options for worker threads, which do not inherit Jest's support for TypeScript. */
export const threadArgv = ['--import', new URL('./typescript.js', import.meta.url).href, '--no-warnings'];
