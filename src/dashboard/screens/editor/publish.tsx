import { useState } from 'react';
import { isServerError } from '../../api/errors';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { FormDialog } from '../../ui/dialog';
import { Field, Input } from '../../ui/field';
import { toast, toastError } from '../../ui/toast';
import { useCan } from '../../workspace/workspace';
import { useEditor } from './editor-context';
import { publishDraft } from './flow-operations';
import { replayTexts } from './replay/texts';
import { texts } from './texts';
import type { Draft } from './use-draft';

interface PublishProps {
  draft: Draft;
  onClose: () => void;
  onPublished: () => void;
  onReplay: () => void;
}

/** Asks for a message, and publishes the draft. */
export function Publish({ draft, onClose, onPublished, onReplay }: PublishProps) {
  const t = useTexts(texts);
  const replay = useTexts(replayTexts);
  const can = useCan();
  const { flow, workspaceId } = useEditor();
  const [message, setMessage] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const { mutateAsync } = useWrite(publishDraft, ['flow', 'draft']);
  const submit = async () => {
    setBusy(true);
    setError(null);
    try {
      const revision = await draft.flush();
      const input = { message: message.trim() || null, ...(revision && { revision }) };
      const { publishFlow } = await mutateAsync({ workspaceId, flowId: flow.id, input });
      toast(t.published(publishFlow.version));
      onPublished();
      onClose();
    } catch (thrown) {
      if (isServerError(thrown, 'CONFLICT', 'VERSION_CONFLICT')) {
        onClose();
        await draft.startMerge().catch(toastError);
      } else setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t.publishTitle}
      description={flow.isActive ? t.publishActive : t.publishPaused}
      open
      onClose={onClose}
      submit={t.publish}
      busy={isBusy}
      error={error}
      onSubmit={() => void submit()}
    >
      <Field label={t.message} hint={t.messageHint}>
        <Input value={message} maxLength={500} onChange={(event) => setMessage(event.target.value)} />
      </Field>
      {can('flows:execute') && (
        <Button
          look="quiet"
          icon="diff"
          onClick={() => {
            onClose();
            onReplay();
          }}
        >
          {replay.replayRecent}
        </Button>
      )}
    </FormDialog>
  );
}
