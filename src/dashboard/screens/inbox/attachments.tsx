import { useState } from 'react';
import { readFile } from '../../api/request';
import { bytes } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { saveFile } from '../../ui/save-file';
import { toastError } from '../../ui/toast';
import { useWorkspaceId } from '../../workspace/workspace';
import styles from './inbox.module.css';
import { inboxTexts } from './texts';

interface Attachment {
  fileId: string;
  name: string;
  size: number;
}

/** The files of a message, each to download. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const t = useTexts(inboxTexts);
  if (attachments.length === 0) return null;
  return (
    <ul className={`row wrap gap-8 no-margin no-padding ${styles.attachments}`} aria-label={t.attachments}>
      {attachments.map((attachment) => (
        <li key={attachment.fileId}>
          <Download attachment={attachment} />
        </li>
      ))}
    </ul>
  );
}

function Download({ attachment: { fileId, name, size } }: { attachment: Attachment }) {
  const id = useWorkspaceId();
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await readFile(`/workspaces/${id}/files/${fileId}`)
      .then((content) => saveFile(content, name))
      .catch(toastError);
    setBusy(false);
  };
  return (
    <Button size="small" icon="file" busy={isBusy} onClick={() => void download()}>
      <span className="ellipsis">{name}</span>
      <span className="muted">{bytes(size)}</span>
    </Button>
  );
}
