import { useCallback, useEffect, useRef, useState } from 'react';
import { currentUser } from '../../api/session';
import { exactTime } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { useLeaving } from '../../ui/use-leaving';
import styles from './editor.module.css';
import { type FlowContent, sameContent } from './flow-content';
// Loaded with the editor: offline it could not be loaded any more.
import { findKept, forgetKept, type KeptDraft, keepDraft } from './kept-draft';
import { unsaved } from './unsaved-texts';
import type { Draft } from './use-draft';

interface Edited {
  workspaceId: string;
  flowId: string;
  canWrite: boolean;
  draft: Draft;
  content: FlowContent;
  onRestore: (content: FlowContent) => void;
}

/** How long leaving waits for a save before it asks. */
const patience = 3_000;

/**
 * Changes that are not saved: kept in this browser while they are not, asked about before they are left, and offered
 * on return.
 */
export function Unsaved({ workspaceId, flowId, canWrite, draft, content, onRestore }: Edited) {
  const t = useTexts(unsaved);
  const [offered, setOffered] = useState<KeptDraft | null>(null);
  const id = `${currentUser()?.id ?? ''} ${workspaceId} ${flowId}`;
  const isKept = useRef(false);
  const now = useRef({ draft, content });
  now.current = { draft, content };
  const { status, isOpen } = draft;

  const keep = useCallback(
    async (changed: FlowContent) => {
      // Signing out has deleted what was kept.
      if (!currentUser()) return;
      const { revision, baseVersion } = now.current.draft;
      isKept.current = true;
      await keepDraft({ id, content: changed, revision, baseVersion, savedAt: Date.now() });
    },
    [id],
  );
  const forget = useCallback(async () => {
    isKept.current = false;
    setOffered(null);
    await forgetKept(id);
  }, [id]);

  // What is found is offered where it differs from what is stored.
  useEffect(() => {
    if (!canWrite) return;
    let isOver = false;
    const find = async () => {
      const kept = await findKept(id);
      if (isOver || !kept || isKept.current) return;
      if (sameContent(kept.content, now.current.content)) await forget();
      else setOffered(kept);
    };
    find().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [id, canWrite, forget]);

  // Each change is kept while none can be saved.
  useEffect(() => {
    if (canWrite && (status === 'failed' || status === 'conflict')) keep(content).catch(() => undefined);
    if (status === 'saved' && isKept.current && !isOpen()) forget().catch(() => undefined);
  }, [status, content, canWrite, keep, forget, isOpen]);

  const isUnsaved = () => canWrite && currentUser() !== null && isOpen();
  const answer = useLeaving({
    onUnload: () => {
      if (!isUnsaved()) return false;
      keep(now.current.content).catch(() => undefined);
      return true;
    },
    isLosing: async () => {
      if (!isUnsaved()) return false;
      await keep(now.current.content).catch(() => undefined);
      if (now.current.draft.status === 'conflict') return true;
      const isSaved = await Promise.race([
        draft.flush().then(
          () => !isOpen(),
          () => false,
        ),
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), patience)),
      ]);
      if (isSaved) await forget().catch(() => undefined);
      return !isSaved;
    },
  });
  const isOlder = offered && (offered.revision !== draft.revision || offered.baseVersion !== draft.baseVersion);
  return (
    <>
      {offered && (
        <div className={styles.banner} role="status">
          <span>
            {t.from} {exactTime(new Date(offered.savedAt).toISOString())}. {isOlder && t.older}
          </span>
          <Button
            size="small"
            onClick={() => {
              onRestore(offered.content);
              setOffered(null);
              isKept.current = true;
            }}
          >
            {t.restore}
          </Button>
          <Button size="small" look="quiet" onClick={() => void forget().catch(() => undefined)}>
            {t.discard}
          </Button>
        </div>
      )}
      <Dialog
        title={t.title}
        description={t.text}
        open={answer !== null}
        onClose={() => answer?.(false)}
        foot={
          <>
            <Button onClick={() => answer?.(true)}>{t.leave}</Button>
            <Button look="primary" data-first="" onClick={() => answer?.(false)}>
              {t.stay}
            </Button>
          </>
        }
      />
    </>
  );
}
