import { describe, expect, test } from '@jest/globals';
import { changesBack } from '../../src/dashboard/screens/contacts/changes.js';
import { parseCsv } from '../../src/dashboard/screens/contacts/import/csv.js';
import { csvOf, guessMapping } from '../../src/dashboard/screens/contacts/import/targets.js';

describe('the file of an import', () => {
  const sent = (text: string) => {
    const table = parseCsv(text);
    return csvOf(table, guessMapping(table.columns));
  };

  test('has the names of the API, only the chosen columns, and tags divided by semicolons', () => {
    expect(sent('Nombre;Etiquetas;Created at;Ciudad\nAna;"a,b";2026;Cádiz\n')).toBe(
      'name,tags,Ciudad\r\nAna,a;b,Cádiz\r\n',
    );
  });

  test('has each row on the line where it begins in the chosen file', () => {
    const text = 'Name,Note\n\nAna,"two\nlines"\n ,\nBob,"a ""word"""\n';
    expect(sent(text).split('\r\n')).toEqual(['name,Note', '', 'Ana,"two\nlines"', '', 'Bob,"a ""word"""', '']);
    expect(parseCsv(text).lines).toEqual([3, 6]);
  });
});

describe('what takes a change of contacts back', () => {
  const rows = [
    { id: '1', tags: ['a'], status: 'lead' as const, assignedTo: null },
    { id: '2', tags: ['a', 'b'], status: 'customer' as const, assignedTo: 'u' },
    { id: '3', tags: [], status: 'lead' as const, assignedTo: null },
  ];

  test('sets what each had, together for those that were alike', () => {
    expect(changesBack({ action: 'update', data: { status: 'qualified' } }, rows)).toEqual([
      { action: 'update', data: { status: 'lead' }, ids: ['1', '3'] },
      { action: 'update', data: { status: 'customer' }, ids: ['2'] },
    ]);
    expect(changesBack({ action: 'update', data: { assignedTo: null } }, rows)).toEqual([
      { action: 'update', data: { assignedTo: null }, ids: ['1', '3'] },
      { action: 'update', data: { assignedTo: 'u' }, ids: ['2'] },
    ]);
  });

  test('touches only tags that were added or removed', () => {
    expect(changesBack({ action: 'addTags', data: { tags: ['a', 'b'] } }, rows)).toEqual([
      { action: 'removeTags', data: { tags: ['b'] }, ids: ['1'] },
      { action: 'removeTags', data: { tags: ['a', 'b'] }, ids: ['3'] },
    ]);
    expect(changesBack({ action: 'removeTags', data: { tags: ['b', 'c'] } }, rows)).toEqual([
      { action: 'addTags', data: { tags: ['b'] }, ids: ['2'] },
    ]);
  });

  test('does not exist for a deletion', () => {
    expect(changesBack({ action: 'delete' }, rows)).toEqual([]);
  });
});
