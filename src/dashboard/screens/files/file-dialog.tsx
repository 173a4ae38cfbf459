import { Link } from '@tanstack/react-router';
import { bytes } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Facts } from '../../ui/facts';
import { common } from '../../ui/texts';
import { Time } from '../../ui/time';
import { useWorkspaceId } from '../../workspace/workspace';
import type { FileRow } from './operations';
import { Preview } from './preview';
import { texts } from './texts';

interface FileDialogProps {
  file: FileRow;
  onDownload: () => void;
  onClose: () => void;
}

/** What is known of a file, and what is in it. */
export function FileDialog({ file, onDownload, onClose }: FileDialogProps) {
  const t = useTexts(texts);
  const words = useTexts(common);
  const { name, mimeType, size, createdAt, kept, expiresAt, executionId } = file;
  const facts = [
    { label: t.type, value: mimeType },
    { label: t.size, value: bytes(Number(size)) },
    { label: t.created, value: <Time at={createdAt} /> },
    { label: t.kept, value: kept ? words.yes : words.no },
    ...(!kept && expiresAt ? [{ label: t.expires, value: <Time at={expiresAt} /> }] : []),
    ...(executionId ? [{ label: t.execution, value: <ExecutionLink executionId={executionId} /> }] : []),
  ];
  return (
    <Dialog
      title={name}
      open
      wide
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          <Button look="primary" icon="download" onClick={onDownload}>
            {t.download}
          </Button>
        </>
      }
    >
      <Facts facts={facts} />
      <Preview file={file} />
    </Dialog>
  );
}

/** The execution that a file belongs to, by the end of its ID. */
export function ExecutionLink({ executionId }: { executionId: string }) {
  const id = useWorkspaceId();
  return (
    <Link to={`/w/${id}/executions/${executionId}` as string}>
      <code>{executionId.slice(-8)}</code>
    </Link>
  );
}
