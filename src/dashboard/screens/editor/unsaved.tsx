import { exactTime } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import styles from './editor.module.css';
import type { FlowContent } from './flow-content';
import { unsaved } from './unsaved-texts';
import { type Edited, useUnsaved } from './use-unsaved';

/**
 * Changes that are not saved: kept in this browser while they are not, asked about before they are left, and offered
 * on return.
 */
export function Unsaved({ onRestore, ...edited }: Edited & { onRestore: (content: FlowContent) => void }) {
  const t = useTexts(unsaved);
  const { offered, answer, forget, restored } = useUnsaved(edited);
  const { draft } = edited;
  const isOlder = offered && (offered.revision !== draft.revision || offered.baseVersion !== draft.baseVersion);
  return (
    <>
      {offered && (
        <div className={styles.banner} role="status">
          <span>
            {t.from} {exactTime(new Date(offered.savedAt).toISOString())}. {isOlder && t.older}
          </span>
          <Button
            size="small"
            onClick={() => {
              onRestore(offered.content);
              restored();
            }}
          >
            {t.restore}
          </Button>
          <Button size="small" look="quiet" onClick={() => void forget().catch(() => undefined)}>
            {t.discard}
          </Button>
        </div>
      )}
      <Dialog
        title={t.title}
        description={t.text}
        open={answer !== null}
        onClose={() => answer?.(false)}
        foot={
          <>
            <Button onClick={() => answer?.(true)}>{t.leave}</Button>
            <Button look="primary" data-first="" onClick={() => answer?.(false)}>
              {t.stay}
            </Button>
          </>
        }
      />
    </>
  );
}
