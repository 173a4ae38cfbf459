import { number } from '../../../i18n/format';
import { useTexts } from '../../../i18n/texts';
import type { Failure, ShownJob } from '../../../jobs/job';
import { Button } from '../../../ui/button';
import styles from '../contacts.module.css';
import { csvRow } from './csv';
import type { ImportOrder } from './import-order';
import { importTexts } from './texts';

/** Refused rows that are shown; the file has all. */
const shown = 100;

/** What an import came to, and the rows that were refused. */
export function ImportResult({ job: { counts, failures, order } }: { job: ShownJob }) {
  const t = useTexts(importTexts);
  const all = [
    ['created', counts.created ?? 0],
    ['updated', counts.updated ?? 0],
    ['unchanged', counts.unchanged ?? 0],
    ['failed', failures.length],
  ] as const;
  return (
    <>
      <dl className={`grid gap-10 mb-14 ${styles.counts}`}>
        {all.map(([name, count]) => (
          <div key={name} className={name === 'failed' && count > 0 ? styles.refused : undefined}>
            <dd>{number(count)}</dd>
            <dt className="muted small">{t[name]}</dt>
          </div>
        ))}
      </dl>
      {failures.length > 0 && <RefusedRows columns={(order as ImportOrder).columns} refused={failures} />}
    </>
  );
}

function RefusedRows({ columns, refused }: { columns: readonly string[]; refused: readonly Failure[] }) {
  const t = useTexts(importTexts);
  const download = () => {
    const lines = refused.map(({ cells = [], message }) => csvRow([...cells, message]));
    const url = URL.createObjectURL(new Blob([csvRow([...columns, t.reason]), ...lines], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'refused-contacts.csv';
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  return (
    <section>
      <div className="row between mb-6">
        <h3>{t.refused}</h3>
        <Button size="small" icon="download" onClick={download}>
          {t.downloadRefused}
        </Button>
      </div>
      <table className={`w-full mb-14 ${styles.mapping}`}>
        <thead>
          <tr>
            <th className="muted small bold text-left line-below py-6 px-8">{t.line}</th>
            <th className="muted small bold text-left line-below py-6 px-8">{t.example}</th>
            <th className="muted small bold text-left line-below py-6 px-8">{t.reason}</th>
          </tr>
        </thead>
        <tbody>
          {refused.slice(0, shown).map(({ id, name, message }) => (
            <tr key={id}>
              <td>{id}</td>
              <td className={styles.examples}>{name}</td>
              <td className="danger">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {refused.length > shown && <p className="muted mb-14 mt-6">{t.moreRefused(refused.length - shown)}</p>}
    </section>
  );
}
