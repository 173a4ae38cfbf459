import { useCallback, useEffect, useRef, useState } from 'react';
import { currentUser } from '../../api/session';
import { useLeaving } from '../../ui/use-leaving';
import { type FlowContent, sameContent } from './flow-content';
// Loaded with the editor: offline it could not be loaded any more.
import { findKept, forgetKept, type KeptDraft, keepDraft } from './kept-draft';
import type { Draft } from './use-draft';

/** What is edited, and by whom. */
export interface Edited {
  workspaceId: string;
  flowId: string;
  canWrite: boolean;
  draft: Draft;
  content: FlowContent;
}

/** How long leaving waits for a save before it asks. */
const patience = 3_000;

/** Keeps changes in this browser while they are not saved, and asks before they are left. */
export function useUnsaved({ workspaceId, flowId, canWrite, draft, content }: Edited) {
  const kept = useKept({ id: `${currentUser()?.id ?? ''} ${workspaceId} ${flowId}`, canWrite, draft, content });
  const { keep, forget } = kept;
  const { status, isOpen } = draft;
  const isUnsaved = () => canWrite && currentUser() !== null && isOpen();
  const answer = useLeaving({
    onUnload: () => {
      if (!isUnsaved()) return false;
      keep().catch(() => undefined);
      return true;
    },
    isLosing: async () => {
      if (!isUnsaved()) return false;
      await keep().catch(() => undefined);
      if (status === 'conflict') return true;
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
  // What is saved by now needs no answer.
  useEffect(() => {
    if (status === 'saved' && !isOpen()) answer?.(true);
  }, [status, answer, isOpen]);
  // What was edited while the next screen was loaded.
  const onGone = useRef(() => {});
  onGone.current = () => {
    if (!isUnsaved()) return;
    const keeping = keep();
    if (status === 'conflict') keeping.catch(() => undefined);
    else
      Promise.all([draft.flush(), keeping])
        .then(forget)
        .catch(() => undefined);
  };
  useEffect(() => () => onGone.current(), []);
  return { ...kept, answer };
}

/** What this browser keeps of a flow, and whether it is offered. */
function useKept({ id, canWrite, draft, content }: Pick<Edited, 'canWrite' | 'draft' | 'content'> & { id: string }) {
  const [offered, setOffered] = useState<KeptDraft | null>(null);
  const isKept = useRef(false);
  const now = useRef({ draft, content });
  now.current = { draft, content };
  const { status, isOpen } = draft;

  const keep = useCallback(async () => {
    // Signing out has deleted what was kept.
    if (!currentUser()) return;
    const { revision, baseVersion } = now.current.draft;
    isKept.current = true;
    await keepDraft({ id, content: now.current.content, revision, baseVersion, savedAt: Date.now() });
  }, [id]);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each content is kept.
  useEffect(() => {
    if (canWrite && (status === 'failed' || status === 'conflict')) keep().catch(() => undefined);
    if (status === 'saved' && isKept.current && !isOpen()) forget().catch(() => undefined);
  }, [status, content, canWrite, keep, forget, isOpen]);

  const restored = useCallback(() => {
    setOffered(null);
    isKept.current = true;
  }, []);
  return { offered, keep, forget, restored };
}
