import { describe, expect, test } from '@jest/globals';
import { ExecutionContext } from '../../../../src/contexts/automation/executions/run/execution-context.js';
import type { ExecutionSecrets } from '../../../../src/contexts/automation/executions/run/execution-secrets.js';
import type { ExecutableVersion } from '../../../../src/contexts/automation/executions/run/flow-version-reader.js';
import { stepBytes } from '../../../../src/contexts/automation/executions/run/step-limits.js';
import type {
  ClaimedExecution,
  StepRecord,
} from '../../../../src/contexts/automation/executions/store/execution-record.js';
import { measureJson } from '../../../../src/contexts/automation/executions/store/values/json-size.js';
import {
  blobText,
  contentOfBlob,
  fromColumn,
  holdValue,
  isShownCut,
  partsOf,
  withParts,
} from '../../../../src/contexts/automation/executions/store/values/large-values.js';
import { redactValue } from '../../../../src/contexts/automation/executions/store/values/redact-value.js';
import {
  ValueReader,
  ValueTooLarge,
} from '../../../../src/contexts/automation/executions/store/values/value-reader.js';
import { LargeValue, showAs } from '../../../../src/engine/index.js';

const held = (value: unknown) => {
  const large = holdValue(value);
  if (!(large instanceof LargeValue)) throw new Error('The value fits into a row.');
  return large;
};
const text = (bytes: number) => 'x'.repeat(bytes);
const mebibyte = 1024 * 1024;

describe('a value', () => {
  test.each([null, 0, 'text', [1, 2], { a: 1 }, { a: { $blob: 1 } }, text(60_000)])(
    'of up to 64 KiB is held as it is',
    (value) => {
      expect(holdValue(value)).toBe(value);
    },
  );

  test('over 64 KiB is held by reference', () => {
    const large = held({ text: text(70_000) });
    expect(large.size).toBeGreaterThan(70_000);
    expect(JSON.parse(JSON.stringify(large))).toEqual({ $blob: { id: large.id, size: large.size } });
    expect(holdValue(large)).toBe(large);
    expect(isShownCut(large)).toBe(false);
    expect(isShownCut(held(text(mebibyte)))).toBe(true);
  });

  test('that looks like a reference is held by reference, so that columns are unambiguous', async () => {
    const value = { $blob: { id: 'anything', size: 1 } };
    const large = held(value);
    expect(contentOfBlob(large, await blobText(large))).toEqual(value);
  });

  test('that contains large values refers to them', async () => {
    const part = held(text(100_000));
    const value = { inputs: { a: part, b: 1, c: { $blob: { id: 'data', size: 2 } } }, list: [part] };
    const large = held(value);
    expect(large.size).toBeGreaterThan(200_000);
    expect((await blobText(large)).length).toBeLessThan(1_000);
    const content = contentOfBlob(large, await blobText(large));
    expect(partsOf(large, content).map(({ id }) => id)).toEqual([part.id, part.id]);
    expect(withParts(content, () => 'read')).toEqual({
      ...value,
      inputs: { ...value.inputs, a: 'read' },
      list: ['read'],
    });
  });

  test('that is nested too deeply keeps its beginning, which cannot be read', async () => {
    const large = held(JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`));
    expect(large).toMatchObject({ cut: true, size: 0, content: expect.stringMatching(/^\[{200}…/) });
    expect(isShownCut(large)).toBe(true);
    const reader = new ValueReader({ workspaceId: '', vault: { open: never }, read: never, parse: never });
    await expect(reader.contents([{ value: large, name: 'The output of the node a' }])).rejects.toThrow(ValueTooLarge);
  });
});

describe('a value with secrets', () => {
  test('is shown by another reference', () => {
    const value = { token: 'a long secret', text: text(70_000) };
    showAs(value, { ...value, token: '••••cret' });
    const large = held(value);
    const shown = redactValue(large);
    expect(shown?.content).toMatchObject({ token: '••••cret' });
    expect(JSON.parse(JSON.stringify(large)).$blob.id).toBe(shown?.id);
    const read = fromColumn({ $blob: large.reference }) as LargeValue;
    expect([read.id, read.redacted?.id]).toEqual([large.id, shown?.id]);
  });

  test('hides values that refer to it, but not from the encrypted text', async () => {
    const content = { token: 'a long secret', text: text(70_000) };
    showAs(content, { ...content, token: '••••' });
    const part = held(content);
    const shownPart = redactValue(part);
    const whole = held({ part });
    const shown = redactValue(whole) as LargeValue;
    expect(await blobText(shown)).toContain(shownPart?.id);
    expect(await blobText(shown)).not.toContain(part.id);
    expect(partsOf(whole, contentOfBlob(whole, await blobText(whole)))[0]).toMatchObject({ id: part.id });
  });
});

describe('a step', () => {
  const stored = (size: number) => LargeValue.at({ id: `${size}`, size });
  const reads: string[][] = [];
  const reader = new ValueReader({
    workspaceId: '',
    vault: { open: never },
    read: async (ids) => {
      reads.push([...ids]);
      return ids.map((id) => ({ id, content: `"${id}"`, sha256: null, encrypted: null }));
    },
    parse: async (text) => JSON.parse(text),
  });
  const read = (...values: LargeValue[]) => reader.contents(values.map((value) => ({ value, name: 'It' })));

  test('reads values of up to 10 MiB in one statement, and 64 MiB together', async () => {
    const values = Array.from({ length: 6 }, (_, index) => stored(10 * mebibyte - index));
    expect([...(await read(...values)).values()]).toEqual(values.map(({ size }) => `${size}`));
    expect(reads).toHaveLength(1);
    await expect(read(stored(10 * mebibyte + 1))).rejects.toThrow(
      'It has 10,485,761 bytes, but a step can read values of at most 10,485,760 bytes (10 MiB).',
    );
    await expect(read(...values, stored(9 * mebibyte))).rejects.toThrow('The step reads 69 MiB of large values');
    // The last 32 MiB stay in memory.
    expect(values.filter(({ loaded }) => loaded)).toHaveLength(3);
    await read(...values.slice(-2));
    expect(reads).toHaveLength(1);
  });
});

describe('an execution', () => {
  test('counts the bytes of its rows only, not those of large values', () => {
    const run = { steps: [], triggerData: held(text(70_000)) } as unknown as ClaimedExecution;
    const version = { variables: {} } as ExecutableVersion;
    const values = { contents: never, hold: () => undefined };
    const now = () => new Date();
    const context = new ExecutionContext(run, version, {} as ExecutionSecrets, values, now, () => '');
    const step = (nodeId: string, output: unknown) =>
      ({ nodeId, iteration: '', status: 'completed', output, variables: null }) as StepRecord;
    for (const one of [step('large', held(text(10 * mebibyte))), step('small', text(60_000))]) {
      context.note(one, stepBytes(one));
    }
    expect(context.bytes).toBeGreaterThan(60_000);
    expect(context.bytes).toBeLessThan(61_000);
  });
});

function never(): never {
  throw new Error('Nothing was to be read.');
}

describe('the size of a value', () => {
  const rows = Array.from({ length: 5_000 }, (_, id) => ({ id }));

  test('counts a list each time that it is contained, and walks it once', () => {
    let reads = 0;
    const list = new Proxy(rows, {
      get(target, key) {
        if (key === '7') reads += 1;
        return Reflect.get(target, key);
      },
    });
    const once = measureJson({ a: rows }).own;
    expect(measureJson({ a: list, b: list, c: { d: [list] } }).own).toBeGreaterThan(2.9 * once);
    // Once where it stands first, and once more where it stands deeper.
    expect(reads).toBe(2);
  });

  test('is infinite where a list that was measured stands too deep', () => {
    const deep = (levels: number, value: unknown): unknown => (levels === 0 ? value : { a: deep(levels - 1, value) });
    const list = [deep(100, 1), ...rows];
    expect(measureJson([list, deep(50, list)]).own).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(measureJson([list, deep(150, list)]).own).toBe(Number.POSITIVE_INFINITY);
  });
});
