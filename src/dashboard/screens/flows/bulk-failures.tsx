import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { useWorkspaceId } from '../../shell/workspace';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ErrorNotice } from '../../ui/notice';
import { common } from '../../ui/texts';
import styles from './bulk.module.css';
import { texts } from './texts';
import type { BulkRun } from './use-bulk';

/** The flows that could not be changed, each with its reason. They stay selected. */
export function BulkFailures({ run: { done, failed }, onClose }: { run: BulkRun; onClose: () => void }) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const workspaceId = useWorkspaceId();
  return (
    <Dialog
      open
      wide
      title={t.notChanged(failed.length)}
      description={t.othersChanged(done)}
      onClose={onClose}
      foot={<Button onClick={onClose}>{words.close}</Button>}
    >
      <ul className={styles.failures}>
        {failed.map(({ flow: { id, name }, error }) => (
          <li key={id}>
            <Link to={`/w/${workspaceId}/flows/${id}` as string}>{name}</Link>
            <ErrorNotice error={error} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
