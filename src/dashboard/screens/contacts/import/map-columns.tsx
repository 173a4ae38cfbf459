import { useTexts } from '../../../i18n/texts';
import { Field, Select } from '../../../ui/field';
import { Notice } from '../../../ui/notice';
import styles from '../contacts.module.css';
import type { Table } from './csv';
import { canBeCustom, fieldsOfContacts, type Mapping, repeatedTargets } from './targets';
import { importTexts } from './texts';

/** A file that was chosen, and where its columns go. */
export interface Chosen {
  name: string;
  table: Table;
  mapping: Mapping[];
  existing: 'update' | 'skip';
}

const keyOf = ({ kind, field }: Mapping) => (kind === 'field' ? field : kind);

/** Where each column of the file goes, beside its first values. */
export function MapColumns({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const t = useTexts(importTexts);
  const { table, mapping, existing } = chosen;
  const set = (index: number, next: Mapping) =>
    onChange({ ...chosen, mapping: mapping.map((one, at) => (at === index ? next : one)) });
  const repeated = repeatedTargets(mapping);
  const hasAddress = mapping.some(({ kind, field }) => kind === 'field' && ['email', 'phone', 'id'].includes(field));
  return (
    <>
      <table className={`w-full mb-14 ${styles.mapping}`}>
        <thead>
          <tr>
            <th className="muted small bold text-left line-below py-6 px-8">{t.column}</th>
            <th className="muted small bold text-left line-below py-6 px-8">{t.example}</th>
            <th className="muted small bold text-left line-below py-6 px-8">{t.field}</th>
          </tr>
        </thead>
        <tbody>
          {table.columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity; names may repeat.
            <tr key={index} className={mapping[index]?.kind === 'skip' ? styles.skipped : undefined}>
              <td>{column || '—'}</td>
              <td className={styles.examples}>{examplesOf(table.rows, index)}</td>
              <td>
                <Select
                  aria-label={`${t.field}: ${column}`}
                  value={keyOf(mapping[index] ?? { kind: 'skip', field: '' })}
                  options={[
                    { value: 'skip', label: t.skip },
                    ...fieldsOfContacts.map((field) => ({ value: field as string, label: t[`field_${field}`] })),
                    ...(canBeCustom(column) ? [{ value: 'custom', label: t.asCustom(column) }] : []),
                  ]}
                  onChange={(value) => set(index, mappingOf(value, column))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {repeated.length > 0 && <Notice tone="danger" title={`${t.twice} ${repeated.join(', ')}`} />}
      {!hasAddress && <Notice tone="warning">{t.noAddress}</Notice>}
      <Field label={t.existing}>
        <Select
          value={existing}
          options={[
            { value: 'update', label: t.existingUpdate },
            { value: 'skip', label: t.existingSkip },
          ]}
          onChange={(value) => onChange({ ...chosen, existing: value })}
        />
      </Field>
    </>
  );
}

function mappingOf(value: string, column: string): Mapping {
  if (value === 'skip') return { kind: 'skip', field: '' };
  return value === 'custom' ? { kind: 'custom', field: column } : { kind: 'field', field: value };
}

function examplesOf(rows: readonly string[][], index: number): string {
  const values = rows.slice(0, 200).map((row) => row[index] ?? '');
  return [...new Set(values.filter(Boolean))].slice(0, 3).join(' · ');
}
