/** `@jest/globals` for the light runner, which defines real globals. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } = globalThis;
