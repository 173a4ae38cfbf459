import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { readAllAgain } from '../../api/query';
import { uploadFile } from '../../api/request';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
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

/** The button that chooses files. */
export function ChooseFiles({ uploading: { isBusy, upload } }: { uploading: Uploading }) {
  const t = useTexts(texts);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look="primary" icon="upload" busy={isBusy} onClick={() => input.current?.click()}>
        {t.upload}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t.upload}
        onChange={({ target }) => {
          void upload([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}

/** Takes files that are dropped on what it shows. */
export function DropZone({ uploading, children }: { uploading: Uploading | null; children: ReactNode }) {
  const t = useTexts(texts);
  const [isOver, setOver] = useState(false);
  if (!uploading) return <div className="stack grow min-h-0">{children}</div>;
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void uploading.upload([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first.
    <div
      className={`stack grow min-h-0 ${styles.zone}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={onDrop}
    >
      {children}
      {isOver && (
        <div className={`stack gap-8 round ${styles.over}`}>
          <Icon name="upload" size={28} />
          {t.dropHere}
        </div>
      )}
    </div>
  );
}
