import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ErrorNotice } from '../../ui/notice';
import { useWorkspaceId } from '../../workspace/workspace';
import { texts } from './texts';

interface RejectedProps {
  flow: { id: string; name: string };
  error: unknown;
  onClose: () => void;
}

/** What a flow lacks to be activated. */
export function Rejected({ flow, error, onClose }: RejectedProps) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const workspaceId = useWorkspaceId();
  return (
    <Dialog
      open
      title={t.cannotActivate(flow.name)}
      description={t.cannotActivateText}
      onClose={onClose}
      foot={
        <Button look="primary" onClick={() => void navigate({ to: `/w/${workspaceId}/flows/${flow.id}` })}>
          {t.openFlow}
        </Button>
      }
    >
      <ErrorNotice error={error} />
    </Dialog>
  );
}
