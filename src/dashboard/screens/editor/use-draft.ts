import { useCallback, useEffect, useRef, useState } from 'react';
import { isServerError } from '../../api/errors';
import { request } from '../../api/request';
import { contentOf, type FlowContent, inputOf, sameContent } from './flow-content';
import { type EditedFlow, findFlow, findVersion, saveDraft } from './flow-operations';

export type DraftStatus = 'saved' | 'dirty' | 'saving' | 'conflict' | 'failed';

/** What is stored: the draft or, without one, the published version. */
export interface Stored {
  content: FlowContent;
  /** Null without a draft. */
  revision: string | null;
  baseVersion: number;
  updatedAt: string;
}

/** What somebody else stored since. */
export interface Conflict {
  base: FlowContent;
  theirs: Stored;
}

export interface Draft {
  status: DraftStatus;
  /** Whether something is not saved at this moment. */
  isOpen: () => boolean;
  error: unknown;
  conflict: Conflict | null;
  /** Whether something is saved that is not published. */
  exists: boolean;
  revision: string | null;
  baseVersion: number;
  /** When what edits are based on was stored. */
  updatedAt: string;
  /** Saves now, what is not saved yet. @returns the revision; null without a draft @throws what prevented it */
  flush: () => Promise<string | null>;
  /** Takes what is stored as the state that edits are based on. */
  adopt: (stored: Stored) => void;
  /** Bases the stored draft on another version, which changed nothing that the draft holds. */
  rebase: (version: number) => Promise<void>;
  /** Looks what somebody else published: it is merged like a draft of theirs. */
  startMerge: () => Promise<void>;
  /** Continues on top of what the other stored. */
  resolve: (conflict: Conflict) => void;
}

const pause = 700;

/** What is stored of a flow. */
export function storedOf(flow: EditedFlow): Stored {
  const { draft } = flow;
  return draft
    ? {
        content: contentOf(draft),
        revision: draft.revision,
        baseVersion: draft.baseVersion,
        updatedAt: draft.updatedAt,
      }
    : { content: contentOf(flow), revision: null, baseVersion: flow.version, updatedAt: flow.updatedAt };
}

/** Saves the draft by itself, shortly after the last change, one request at a time. */
export function useDraft(
  { workspaceId, flow, canWrite }: { workspaceId: string; flow: EditedFlow; canWrite: boolean },
  content: FlowContent,
): Draft {
  const [stored, setStored] = useState(() => storedOf(flow));
  const [status, setStatus] = useState<DraftStatus>('saved');
  const [error, setError] = useState<unknown>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const now = useRef({ content, stored, conflict });
  now.current = { content, stored, conflict };
  const saving = useRef<Promise<string | null> | null>(null);
  const flowId = flow.id;

  const keep = useCallback((next: Stored) => {
    now.current.stored = next;
    setStored(next);
  }, []);

  const fail = useCallback(
    async (thrown: unknown, base: FlowContent) => {
      if (!isServerError(thrown, 'CONFLICT', 'VERSION_CONFLICT')) {
        setError(thrown);
        setStatus('failed');
        return;
      }
      const answer = await request(findFlow, { id: workspaceId, flowId });
      if (!answer.workspace.flow) return;
      setConflict({ base, theirs: storedOf(answer.workspace.flow) });
      setStatus('conflict');
    },
    [workspaceId, flowId],
  );

  const save = useCallback(async (): Promise<string | null> => {
    const { content: sent, stored: before } = now.current;
    if (sameContent(sent, before.content)) {
      setStatus('saved');
      return before.revision;
    }
    setStatus('saving');
    setError(null);
    try {
      const input = { ...inputOf(sent), revision: before.revision ?? undefined, baseVersion: before.baseVersion };
      const { saveFlowDraft } = await request(saveDraft, { workspaceId, flowId, input });
      keep({ ...saveFlowDraft, content: sent });
      setStatus(sameContent(now.current.content, sent) ? 'saved' : 'dirty');
      return saveFlowDraft.revision;
    } catch (thrown) {
      await fail(thrown, before.content);
      throw thrown;
    }
  }, [workspaceId, flowId, keep, fail]);

  const flush = useCallback(async (): Promise<string | null> => {
    await saving.current?.catch(() => null);
    saving.current = save().finally(() => {
      saving.current = null;
    });
    return saving.current;
  }, [save]);

  useEffect(() => {
    if (!canWrite || conflict) return;
    if (content === stored.content || sameContent(content, stored.content)) return;
    setStatus((former) => (former === 'saving' ? former : 'dirty'));
    const timer = setTimeout(() => void flush().catch(() => null), pause);
    return () => clearTimeout(timer);
  }, [content, stored, conflict, canWrite, flush]);

  // What could not be sent, for example offline, is sent again by itself.
  useEffect(() => {
    if (status !== 'failed') return;
    const again = () => void flush().catch(() => null);
    const timer = setInterval(again, 5_000);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [status, flush]);

  const isOpen = useCallback(() => !sameContent(now.current.content, now.current.stored.content), []);
  useEffect(
    () => () => {
      if (canWrite && !now.current.conflict && isOpen()) void flush().catch(() => null);
    },
    [canWrite, isOpen, flush],
  );

  return {
    status,
    isOpen,
    error,
    conflict,
    exists: stored.revision !== null,
    revision: stored.revision,
    baseVersion: stored.baseVersion,
    updatedAt: stored.updatedAt,
    flush,
    adopt: useCallback(
      (next) => {
        keep(next);
        setConflict(null);
        setError(null);
        setStatus('saved');
      },
      [keep],
    ),
    rebase: useCallback(
      async (version) => {
        const before = now.current.stored;
        if (before.revision === null) return;
        const input = { revision: before.revision, baseVersion: version };
        const { saveFlowDraft } = await request(saveDraft, { workspaceId, flowId, input });
        keep({ ...saveFlowDraft, content: before.content });
      },
      [workspaceId, flowId, keep],
    ),
    startMerge: useCallback(async () => {
      const { stored: mine } = now.current;
      const answer = await request(findFlow, { id: workspaceId, flowId });
      const published = answer.workspace.flow;
      const base = await request(findVersion, { id: workspaceId, flowId, version: mine.baseVersion });
      if (!published || !base.workspace.flowVersion) return;
      setConflict({
        base: contentOf(base.workspace.flowVersion),
        theirs: {
          content: contentOf(published),
          revision: mine.revision,
          baseVersion: published.version,
          updatedAt: published.updatedAt,
        },
      });
      setStatus('conflict');
    }, [workspaceId, flowId]),
    resolve: useCallback(
      ({ theirs }) => {
        keep(theirs);
        setConflict(null);
        setError(null);
        setStatus('dirty');
      },
      [keep],
    ),
  };
}
