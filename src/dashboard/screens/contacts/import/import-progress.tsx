import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { common } from '../../../ui/texts';
import styles from './import.module.css';
import { clearImport, useImportJob } from './job';
import { importTexts } from './texts';

/** The import while its dialog is closed. */
export function ImportProgress({ onOpen }: { onOpen: () => void }) {
  const t = useTexts(importTexts);
  const words = useTexts(common);
  const job = useImportJob();
  if (!job) return null;
  return (
    <div className={styles.strip}>
      <strong>{t[job.state]}</strong>
      <progress className={styles.bar} value={job.done} max={job.total} aria-label={t.running} />
      <span>{t.progress(job.done, job.total)}</span>
      <Button size="small" onClick={onOpen}>
        {t.show}
      </Button>
      {job.state !== 'running' && <IconButton size="small" icon="close" label={words.close} onClick={clearImport} />}
    </div>
  );
}
