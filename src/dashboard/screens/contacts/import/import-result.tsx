import { number } from '../../../i18n/format';
import { useTexts } from '../../../i18n/texts';
import type { Failure, ShownJob } from '../../../jobs/job';
import { Button } from '../../../ui/button';
import { csvRow } from './csv';
import styles from './import.module.css';
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
      <dl className={styles.counts}>
        {all.map(([name, count]) => (
          <div key={name} className={name === 'failed' && count > 0 ? styles.refused : undefined}>
            <dd>{number(count)}</dd>
            <dt>{t[name]}</dt>
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
      <div className={styles.refusedHead}>
        <h3>{t.refused}</h3>
        <Button size="small" icon="download" onClick={download}>
          {t.downloadRefused}
        </Button>
      </div>
      <table className={styles.mapping}>
        <thead>
          <tr>
            <th>{t.line}</th>
            <th>{t.example}</th>
            <th>{t.reason}</th>
          </tr>
        </thead>
        <tbody>
          {refused.slice(0, shown).map(({ id, name, message }) => (
            <tr key={id}>
              <td>{id}</td>
              <td className={styles.examples}>{name}</td>
              <td className={styles.reason}>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {refused.length > shown && <p className={styles.more}>{t.moreRefused(refused.length - shown)}</p>}
    </section>
  );
}
