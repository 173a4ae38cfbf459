import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Cursor,
  formatCursor,
  parseCursor,
} from '../../../../src/contexts/automation/executions/store/event-cursor.js';
import { endOfRow } from '../../../../src/contexts/automation/executions/store/event-position.js';

const id = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
const integer = fc.nat({ max: 2_147_483_646 });
const snapshot = fc
  .tuple(
    fc.bigInt({ min: 1n, max: 2n ** 62n }),
    fc.uniqueArray(fc.bigInt({ min: 1n, max: 2n ** 62n }), { maxLength: 50 }),
  )
  .map(([xmax, open]) => ({
    xmax,
    xip: open.filter((one) => one < xmax).sort((a, b) => (a < b ? -1 : 1)),
  }));
const cursors: fc.Arbitrary<Cursor> = fc.record({
  epoch: integer,
  at: integer,
  place: id,
  executionId: fc.uuid(),
  number: fc.record({ fence: integer, n: integer, index: fc.oneof(integer, fc.constant(endOfRow)) }),
  batch: fc.option(fc.record({ since: snapshot, until: snapshot })),
});

describe('a cursor', () => {
  test('is read as it was written', () => {
    fc.assert(fc.property(cursors, (cursor) => expect(parseCursor(formatCursor(cursor))).toEqual(cursor)));
  });

  test('is short while few transactions are open', () => {
    const xip = Array.from({ length: 20 }, (_, n) => 123_456_700n + BigInt(n * 3));
    const since = { xmax: 123_456_789n, xip };
    const until = { xmax: 123_456_899n, xip };
    const number = { fence: 3, n: 70, index: 2 };
    const cursor = {
      epoch: 1,
      at: 1_800_000_000,
      place: 123_456_800n,
      executionId: '01890000-0000-7000-8000-000000000001',
    };
    expect(formatCursor({ ...cursor, number, batch: { since, until } }).length).toBeLessThan(140);
    expect(formatCursor({ ...cursor, number, batch: null }).length).toBeLessThan(60);
  });

  test('is refused where it was changed, cut or made up', () => {
    const invalid = (text: string) => expect(() => parseCursor(text)).toThrow('after');
    fc.assert(
      fc.property(cursors, (cursor) => {
        const text = formatCursor(cursor);
        invalid(text.slice(0, -2));
        invalid(`${text}AAAA`);
        invalid(`${text} `);
      }),
    );
    for (const text of ['', 'yesterday', '0.0.0', '2892.601.2147483647', 'A'.repeat(200_000), '\u0000', '💥'])
      invalid(text);
  });

  test('never fails otherwise, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
        ),
        (text) => {
          try {
            parseCursor(text);
          } catch (error) {
            expect(error).toMatchObject({ code: 'VALIDATION_FAILED' });
          }
        },
      ),
    );
  });
});
