import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { ErrorNotice, Notice } from '../../../ui/notice';
import { csvRow } from './csv';
import styles from './import.module.css';
import type { ImportJob, Refused } from './job';
import { importTexts } from './texts';

/** Refused rows that are shown; the file has all. */
const shown = 100;

/** How far an import is, what it came to, and the rows that were refused. */
export function ImportResult({ job }: { job: ImportJob }) {
  const t = useTexts(importTexts);
  const counts = [
    ['created', job.created],
    ['updated', job.updated],
    ['unchanged', job.unchanged],
    ['failed', job.refused.length],
  ] as const;
  return (
    <>
      <progress className={styles.bar} value={job.done} max={job.total} aria-label={t.running} />
      <p className={styles.progress} role="status">
        {t.progress(job.done, job.total)}
      </p>
      <dl className={styles.counts}>
        {counts.map(([name, count]) => (
          <div key={name} className={name === 'failed' && count > 0 ? styles.refused : undefined}>
            <dd>{count.toLocaleString()}</dd>
            <dt>{t[name]}</dt>
          </div>
        ))}
      </dl>
      {job.state === 'running' && <Notice>{t.stay}</Notice>}
      {job.error ? <ErrorNotice error={job.error} /> : null}
      {job.refused.length > 0 && <RefusedRows columns={job.columns} refused={job.refused} />}
    </>
  );
}

function RefusedRows({ columns, refused }: { columns: readonly string[]; refused: readonly Refused[] }) {
  const t = useTexts(importTexts);
  const download = () => {
    const lines = refused.map(({ cells, reasons }) => csvRow([...cells, textOf(reasons)]));
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
          {refused.slice(0, shown).map(({ line, cells, reasons }) => (
            <tr key={line}>
              <td>{line}</td>
              <td className={styles.examples}>{cells.filter(Boolean).slice(0, 3).join(' · ')}</td>
              <td className={styles.reason}>{textOf(reasons)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {refused.length > shown && <p className={styles.progress}>{t.moreRefused(refused.length - shown)}</p>}
    </section>
  );
}

const textOf = (reasons: Refused['reasons']) => reasons.map(({ message }) => message).join(' ');
