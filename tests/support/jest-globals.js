/** `@jest/globals` of the bare runner, which makes them true globals. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } = globalThis;
