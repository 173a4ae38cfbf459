import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Time } from '../../ui/time';
import styles from './editor.module.css';
import { useEditor } from './editor-context';
import { texts } from './texts';

/** Says that the expressions show the data of an execution that was chosen. */
export function RecordedBanner() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { workspaceId, flow, recorded } = useEditor();
  return (
    <div className={styles.banner}>
      <span>
        {t.withDataOf} {recorded.startedAt && <Time at={recorded.startedAt} />}
      </span>
      <Button size="small" look="quiet" onClick={() => void navigate({ to: `/w/${workspaceId}/flows/${flow.id}` })}>
        {t.useLatest}
      </Button>
    </div>
  );
}
