import { describe, expect, test } from '@jest/globals';
import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../src/platform/database/mapping/columns.js';
import type { Sql } from '../../src/platform/database/sql.js';
import { anyOf, tableOf, typed } from '../../src/platform/database/typed-sql.js';

const notes = defineEntity({
  name: 'Note',
  tableName: 'field_notes',
  properties: {
    id: column.uuid().primary(),
    shownName: column.text(),
    data: column.json(),
    endedAt: column.time().nullable(),
  },
});

/** Answers with rows, and keeps what was sent. */
function answering(rows: object[]) {
  const sent: { name: string; text: string; values: unknown[] }[] = [];
  const query = async (one: (typeof sent)[number]) => {
    sent.push(one);
    return { rows, rowCount: rows.length };
  };
  return { sql: { query } as unknown as Sql, sent };
}

describe('a typed statement', () => {
  test('begins with its label, binds its values and has the names of properties in its rows', async () => {
    const { sql, sent } = answering([{ id: '1', shown_name: 'A', data: { kept_key: 1 } }]);
    const rows = await typed(sql, 'list_notes', notes)
      .selectFrom('field_notes')
      .select(['id', 'shownName', 'data'])
      .where('shownName', '=', anyOf(['A', 'B']))
      .execute();
    expect(rows).toEqual([{ id: '1', shownName: 'A', data: { kept_key: 1 } }]);
    expect(sent).toEqual([
      {
        name: expect.any(String),
        text: '/* list_notes */ select "id", "shown_name", "data" from "field_notes" where "shown_name" = any($1)',
        values: [['A', 'B']],
      },
    ]);
  });

  test('has one text, and so one plan, for all values', async () => {
    const { sql, sent } = answering([]);
    for (const ids of [['1'], ['1', '2', '3']]) {
      await typed(sql, 'delete_notes', notes).deleteFrom('field_notes').where('id', '=', anyOf(ids)).execute();
    }
    expect(sent[0]?.name).toBe(sent[1]?.name);
  });

  test('returns how many rows it changed', async () => {
    const { sql } = answering([{}, {}]);
    const ended = typed(sql, 'end_notes', notes).updateTable('field_notes').set({ endedAt: new Date() });
    expect(await ended.executeTakeFirst()).toEqual({ numUpdatedRows: 2n });
  });

  test('knows the columns of classes, too', async () => {
    class Place {
      id!: string;
      shortName?: string | null;
    }
    const { sql, sent } = answering([]);
    await typed(sql, 'places', tableOf<Place>()('places')).selectFrom('places').select('shortName').execute();
    expect(sent[0]?.text).toBe('/* places */ select "short_name" from "places"');
  });

  test('is refused with a column that no entity has', () => {
    const { sql } = answering([]);
    // @ts-expect-error the compiler refuses it
    typed(sql, 'misspelt', notes).selectFrom('field_notes').select('shwonName');
  });
});
