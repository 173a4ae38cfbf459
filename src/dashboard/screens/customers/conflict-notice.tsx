import { isServerError } from '../../api/errors';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { customers } from './texts';

/** Whether the record was changed by somebody else since the form was opened. */
export const isOutdated = (error: unknown): boolean => isServerError(error, 'PRECONDITION_FAILED');

/** Says that somebody else changed the record, and lets the user decide. */
export function ConflictNotice({ onSaveAnyway, busy }: { onSaveAnyway: () => void; busy: boolean }) {
  const t = useTexts(customers);
  return (
    <Notice tone="warning">
      <p>{t.changedMeanwhile}</p>
      <Button size="small" busy={busy} onClick={onSaveAnyway}>
        {t.saveAnyway}
      </Button>
    </Notice>
  );
}
