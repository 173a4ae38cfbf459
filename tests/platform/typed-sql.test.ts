import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../src/platform/database/mapping/columns.js';
import type { Sql } from '../../src/platform/database/sql.js';
import { ago, anyOf, arrayOf, jsonOf, lit, tableOf, typed } from '../../src/platform/database/typed-sql.js';
import { newId } from '../../src/platform/new-id.js';
import { startTestApp, type TestApp } from '../support/app.js';

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

let app: TestApp;
const sent: { name: string; text: string }[] = [];
/** The pool of the server, which keeps what was sent. */
let sql: Sql;
beforeAll(async () => {
  app = await startTestApp();
  const { pool } = app.services.db;
  await pool.query(
    'create table field_notes (id uuid primary key, shown_name text, data json, ended_at timestamptz(3))',
  );
  const query = (one: { name: string; text: string; values: unknown[] }) => {
    sent.push(one);
    return pool.query(one);
  };
  sql = { query } as Sql;
});
afterAll(() => app.stop());

/** Inserts a note. @returns its ID */
async function insert(shownName: string, endedAt: Date | null = null): Promise<string> {
  const id = newId();
  const values = { id, shownName, data: JSON.stringify({ kept_key: 1 }), endedAt };
  await typed(sql, 'insert_note', notes).insertInto('field_notes').values(values).execute();
  return id;
}

describe('a typed statement', () => {
  test('begins with its label, binds its values and has the names of properties in its rows', async () => {
    const id = await insert('A');
    const rows = await typed(sql, 'list_notes', notes)
      .selectFrom('field_notes')
      .select(['id', 'shownName', 'data'])
      .where('shownName', '=', anyOf(['A', 'none']))
      .execute();
    expect(rows).toEqual([{ id, shownName: 'A', data: { kept_key: 1 } }]);
    expect(sent.at(-1)?.text).toBe(
      '/* list_notes */ select "id", "shown_name", "data" from "field_notes" where "shown_name" = any($1)',
    );
  });

  test('returns times as Postgres writes them, and its type says so', async () => {
    const at = new Date('2026-11-21T09:30:00.120Z');
    const ids = [await insert('B', at), await insert('B')];
    const rows = await typed(sql, 'times_of_notes', notes)
      .selectFrom('field_notes')
      .select('endedAt as until')
      .where('id', '=', anyOf(ids))
      .orderBy('id')
      .execute();
    const untils: (Date | string | null)[] = rows.map(({ until }) => until);
    expect(untils).toEqual(['2026-11-21 09:30:00.12+00', null]);
  });

  test('compares with arrays and with times before now, and changes JSON', async () => {
    const id = await insert('G', new Date());
    const changed = await typed(
      sql,
      'change_note',
      tableOf<{ id: string; shownName: string; data: unknown[]; endedAt: Date }>()('field_notes'),
    )
      .updateTable('field_notes')
      .set({ data: jsonOf([{ a: 1 }, 'b']) })
      .where(({ eb, fn }) => eb(fn<string[]>('array_append', [arrayOf(['x']), 'shownName']), '@>', arrayOf(['G'])))
      .where('endedAt', '>', ago('1 minute'))
      .where('shownName', '=', lit('G'))
      .returning(['id', 'data'])
      .execute();
    expect(changed).toEqual([{ id, data: [{ a: 1 }, 'b'] }]);
    expect(sent.at(-1)?.text).toContain(`> now() - '1 minute'::interval and "shown_name" = 'G'`);
  });

  test('has one text, and so one plan, for all values', async () => {
    for (const ids of [[newId()], [newId(), newId(), newId()]]) {
      await typed(sql, 'delete_notes', notes).deleteFrom('field_notes').where('id', '=', anyOf(ids)).execute();
    }
    expect(sent.at(-1)?.name).toBe(sent.at(-2)?.name);
  });

  test('returns how many rows it changed', async () => {
    for (const name of ['C', 'C']) await insert(name);
    const ended = typed(sql, 'end_notes', notes).updateTable('field_notes').set({ endedAt: new Date() });
    expect(await ended.where('shownName', '=', 'C').executeTakeFirst()).toEqual({ numUpdatedRows: 2n });
  });

  test('knows the columns of classes, too', async () => {
    class FieldNote {
      id!: string;
      shownName?: string | null;
    }
    const id = await insert('D');
    const named = typed(sql, 'names', tableOf<FieldNote>()('field_notes'))
      .selectFrom('field_notes')
      .select('shownName');
    expect(await named.where('id', '=', id).execute()).toEqual([{ shownName: 'D' }]);
  });

  test('is refused with a column that no entity has', () => {
    // @ts-expect-error the compiler refuses it
    typed(sql, 'misspelt', notes).selectFrom('field_notes').select('shwonName');
  });
});
