import { useCallback, useEffect, useRef, useState } from 'react';
import { currentUser } from '../../api/session';
import { exactTime } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { useLeaving } from '../../ui/use-leaving';
import styles from './editor.module.css';
import { isUnsaved } from './editor-state';
import { replaceContent } from './edits';
import { sameContent } from './flow-content';
// Loaded with the editor: offline it could not be loaded any more.
import { findKept, forgetKept, type KeptDraft, keepDraft } from './kept-draft';
import { unsavedTexts } from './texts';
import { useEditor, useEditorState } from './use-editor';

/** How long leaving waits for a save before it asks. */
const patience = 3_000;

/**
 * Changes that are not saved: kept in this browser while they are not, asked about before they are left, and offered
 * on return.
 */
export function Unsaved() {
  const t = useTexts(unsavedTexts);
  const { change } = useEditor();
  const stored = useEditorState((state) => state.stored);
  const { offered, keep, forget, restored } = useKept();
  const answer = useAsking(keep, forget);
  const isOlder = offered && (offered.revision !== stored.revision || offered.baseVersion !== stored.baseVersion);
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
              change(replaceContent, offered.content);
              restored();
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

/** Asks before what is not saved is left. @returns what answers; null while nothing is asked */
function useAsking(keep: () => Promise<void>, forget: () => Promise<void>) {
  const { now, flush, canWrite } = useEditor();
  const status = useEditorState((state) => state.status);
  const isLosing = () => canWrite && currentUser() !== null && isUnsaved(now());
  const answer = useLeaving({
    onUnload: () => {
      if (!isLosing()) return false;
      keep().catch(() => undefined);
      return true;
    },
    isLosing: async () => {
      if (!isLosing()) return false;
      await keep().catch(() => undefined);
      if (now().status === 'conflict') return true;
      const isSaved = await Promise.race([
        flush().then(
          () => !isUnsaved(now()),
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
    if (status === 'saved' && !isUnsaved(now())) answer?.(true);
  }, [status, answer, now]);
  // What was edited while the next screen was loaded.
  const onGone = useRef(() => {});
  onGone.current = () => {
    if (!isLosing()) return;
    const keeping = keep();
    if (now().status === 'conflict') keeping.catch(() => undefined);
    else
      Promise.all([flush(), keeping])
        .then(forget)
        .catch(() => undefined);
  };
  useEffect(() => () => onGone.current(), []);
  return answer;
}

/** What this browser keeps of the flow, and whether it is offered. */
function useKept() {
  const { now, flow, workspaceId, canWrite } = useEditor();
  const id = `${currentUser()?.id ?? ''} ${workspaceId} ${flow.id}`;
  const content = useEditorState((state) => state.content);
  const status = useEditorState((state) => state.status);
  const [offered, setOffered] = useState<KeptDraft | null>(null);
  const isKept = useRef(false);

  const keep = useCallback(async () => {
    // Signing out has deleted what was kept.
    if (!currentUser()) return;
    const { revision, baseVersion } = now().stored;
    isKept.current = true;
    await keepDraft({ id, content: now().content, revision, baseVersion, savedAt: Date.now() });
  }, [id, now]);
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
      if (sameContent(kept.content, now().content)) await forget();
      else setOffered(kept);
    };
    find().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [id, canWrite, now, forget]);

  // Each change is kept while none can be saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each content is kept.
  useEffect(() => {
    if (canWrite && (status === 'failed' || status === 'conflict')) keep().catch(() => undefined);
    if (status === 'saved' && isKept.current && !isUnsaved(now())) forget().catch(() => undefined);
  }, [status, content, canWrite, keep, forget, now]);

  const restored = () => {
    setOffered(null);
    isKept.current = true;
  };
  return { offered, keep, forget, restored };
}
