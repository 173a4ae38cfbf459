import { useState } from 'react';
import { isServerError } from '../../api/errors';
import { useWrite } from '../../api/query';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { FormDialog } from '../../ui/dialog';
import { Field, Input } from '../../ui/field';
import { toast, toastError } from '../../ui/toast';
import { useCan } from '../../workspace/workspace';
import { openDialog, openReplay } from './editor-state';
import { publishDraft } from './flow-operations';
import { replayTexts } from './replay/texts';
import { texts } from './texts';
import { useEditor } from './use-editor';

/** Asks for a message, and publishes the draft. */
export function Publish() {
  const t = useTexts(texts);
  const replay = useTexts(replayTexts);
  const can = useCan();
  const { flow, workspaceId, change, flush, load, startMerge } = useEditor();
  const onClose = () => change(openDialog, null);
  const [message, setMessage] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const { mutateAsync } = useWrite(publishDraft, ['flow', 'draft']);
  const submit = async () => {
    setBusy(true);
    setError(null);
    try {
      const revision = await flush();
      const input = { message: message.trim() || null, ...(revision && { revision }) };
      const { publishFlow } = await mutateAsync({ workspaceId, flowId: flow.id, input });
      toast(t.published(publishFlow.version));
      void load();
      onClose();
    } catch (thrown) {
      if (isServerError(thrown, 'CONFLICT', 'VERSION_CONFLICT')) {
        onClose();
        await startMerge().catch(toastError);
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
            change(openReplay);
          }}
        >
          {replay.replayRecent}
        </Button>
      )}
    </FormDialog>
  );
}
