import { type ReactNode, useState } from 'react';
import { readAllAgain } from '../../api/query';
import { uploadFile } from '../../api/request';
import { useTexts } from '../../i18n/texts';
import { DropFiles } from '../../ui/drop-files';
import { Icon } from '../../ui/icon';
import { toast, toastError } from '../../ui/toast';
import { useWorkspaceId } from '../../workspace/workspace';
import styles from './files.module.css';
import { texts } from './texts';

/** Bytes of a file that is sent in one request. */
const bytesAtMost = 50 * 1024 * 1024;

export interface Uploading {
  isBusy: boolean;
  upload: (files: Iterable<File>) => Promise<void>;
}

/** Uploads files one after the other, and reads the list again. Those that fail are named, the others go on. */
export function useUpload(): Uploading {
  const t = useTexts(texts);
  const id = useWorkspaceId();
  const [isBusy, setBusy] = useState(false);
  const upload = async (files: Iterable<File>) => {
    setBusy(true);
    let done = 0;
    for (const file of files) {
      try {
        if (file.size > bytesAtMost) throw new Error(t.tooLarge(file.name));
        await uploadFile(`/workspaces/${id}/files?name=${encodeURIComponent(file.name)}`, file, crypto.randomUUID());
        done += 1;
      } catch (error) {
        toastError(error);
      }
    }
    setBusy(false);
    if (done > 0) toast(t.uploaded(done));
    await readAllAgain(['file']);
  };
  return { isBusy, upload };
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
