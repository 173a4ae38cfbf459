import { type ReactNode, useState } from 'react';
import { readAllAgain } from '../../api/query';
import { uploadFile } from '../../api/request';
import { uploadInParts } from '../../api/upload-in-parts';
import { useTexts } from '../../i18n/texts';
import { DropFiles } from '../../ui/drop-files';
import { Icon } from '../../ui/icon';
import { toast, toastError } from '../../ui/toast';
import { useWorkspaceId } from '../../workspace/workspace';
import styles from './files.module.css';
import { texts } from './texts';

/** Bytes of a file that is sent in one request; larger ones are sent in parts. */
const inOneRequest = 16 * 1024 * 1024;

interface Sending {
  name: string;
  part: number;
}

export interface Uploading {
  isBusy: boolean;
  /** The file that is sent in parts, and how much of it is stored, from 0 to 1; null if there is none. */
  sending: Sending | null;
  upload: (files: Iterable<File>) => Promise<void>;
}

/** Uploads files one after the other, and reads the list again. Those that fail are named, the others go on. */
export function useUpload(): Uploading {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const [isBusy, setBusy] = useState(false);
  const [sending, setSending] = useState<Sending | null>(null);
  const send = (file: File) => {
    const path = `/workspaces/${id}/files`;
    if (file.size <= inOneRequest)
      return uploadFile(`${path}?name=${encodeURIComponent(file.name)}`, file, crypto.randomUUID());
    const { name, size } = file;
    setSending({ name, part: 0 });
    return uploadInParts(`${path}/uploads`, file, (stored) => setSending({ name, part: stored / size }));
  };
  const upload = async (files: Iterable<File>) => {
    setBusy(true);
    let done = 0;
    for (const file of files) {
      try {
        await send(file);
        done += 1;
      } catch (error) {
        toastError(error);
      }
      setSending(null);
    }
    setBusy(false);
    if (done > 0) toast(t.uploaded(done));
    await readAllAgain(['file']);
  };
  return { isBusy, sending, upload };
}

interface FilesZoneProps {
  /** Null for who may not upload. */
  uploading: Uploading | null;
  children: ReactNode;
}

/** Uploads files that are dropped on what it shows. */
export function FilesZone({ uploading, children }: FilesZoneProps) {
  const t = useTexts(texts);
  if (!uploading) return <div className="stack grow min-h-0">{children}</div>;
  return (
    <DropFiles
      label={t.title}
      className={`stack grow min-h-0 ${styles.zone}`}
      onDrop={(files) => void uploading.upload(files)}
    >
      {(isOver) => (
        <>
          {uploading.sending && <Progress {...uploading.sending} />}
          {children}
          {isOver && (
            <div className={`stack gap-8 round ${styles.over}`}>
              <Icon name="upload" size={28} />
              {t.dropHere}
            </div>
          )}
        </>
      )}
    </DropFiles>
  );
}

function Progress({ name, part }: Sending) {
  const t = useTexts(texts);
  const label = t.uploading(name, Math.floor(part * 100));
  return (
    <div className={styles.progress}>
      <progress value={part} max={1} aria-label={label} />
      <span>{label}</span>
    </div>
  );
}
