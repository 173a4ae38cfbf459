import { useEffect } from 'react';
import { isServerError } from '../../api/errors';
import { request } from '../../api/request';
import { useTexts } from '../../i18n/texts';
import { toast } from '../../ui/toast';
import {
  adopt,
  failSaving,
  isNews,
  isUnsaved,
  keepSaved,
  meetConflict,
  needNoSaving,
  rebase,
  type Stored,
  startSaving,
} from './editor-state';
import { reload, replaceContent, undo } from './edits';
import { contentOf, inputOf, sameContent } from './flow-content';
import { type EditedFlow, findFlow, findVersion, saveDraft } from './flow-operations';
import { texts } from './texts';
import { type EditorStore, type Saver, useEditor, useEditorState } from './use-editor';

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

/** Saves the draft, one request at a time. @param read reads the flow again */
export function createSaver(
  { now, change }: EditorStore,
  { workspaceId, flowId }: { workspaceId: string; flowId: string },
  read: () => Promise<EditedFlow | null>,
): Saver {
  let saving: Promise<string | null> | null = null;
  const fail = async (thrown: unknown, base: Stored) => {
    if (!isServerError(thrown, 'CONFLICT', 'VERSION_CONFLICT')) return change(failSaving, thrown);
    const { workspace } = await request(findFlow, { id: workspaceId, flowId });
    if (workspace.flow) change(meetConflict, { base: base.content, theirs: storedOf(workspace.flow) });
  };
  const save = async () => {
    const { content, stored } = now();
    if (!isUnsaved(now())) {
      change(needNoSaving);
      return stored.revision;
    }
    change(startSaving);
    try {
      const input = { ...inputOf(content), revision: stored.revision ?? undefined, baseVersion: stored.baseVersion };
      const { saveFlowDraft } = await request(saveDraft, { workspaceId, flowId, input });
      change(keepSaved, { ...saveFlowDraft, content });
      return saveFlowDraft.revision;
    } catch (thrown) {
      await fail(thrown, stored);
      throw thrown;
    }
  };
  return {
    flush: async () => {
      await saving?.catch(() => null);
      saving = save().finally(() => {
        saving = null;
      });
      return saving;
    },
    load: async () => {
      const flow = await read();
      if (flow) change(reload, storedOf(flow));
    },
    loadDetails: async (before) => {
      const flow = await read();
      const { revision, baseVersion } = now().stored;
      if (!flow || revision === null || baseVersion !== before) return;
      const input = { revision, baseVersion: flow.version };
      change(rebase, (await request(saveDraft, { workspaceId, flowId, input })).saveFlowDraft);
    },
    startMerge: async () => {
      const { revision, baseVersion } = now().stored;
      const { flow } = (await request(findFlow, { id: workspaceId, flowId })).workspace;
      const base = await request(findVersion, { id: workspaceId, flowId, version: baseVersion });
      if (!flow || !base.workspace.flowVersion) return;
      const published = { content: contentOf(flow), revision, baseVersion: flow.version, updatedAt: flow.updatedAt };
      change(meetConflict, { base: contentOf(base.workspace.flowVersion), theirs: published });
    },
  };
}

/** Saves the draft by itself: shortly after the last change, when what failed may succeed, and when it is left. */
export function useSaving(): void {
  const { now, flush, canWrite } = useEditor();
  const content = useEditorState((state) => state.content);
  const stored = useEditorState((state) => state.stored);
  const conflict = useEditorState((state) => state.conflict);
  const hasFailed = useEditorState(({ status }) => status === 'failed');
  useEffect(() => {
    if (!canWrite || conflict || sameContent(content, stored.content)) return;
    const timer = setTimeout(() => void flush().catch(() => null), pause);
    return () => clearTimeout(timer);
  }, [content, stored, conflict, canWrite, flush]);
  // What could not be sent, for example offline, is sent again by itself.
  useEffect(() => {
    if (!hasFailed) return;
    const again = () => void flush().catch(() => null);
    const timer = setInterval(again, 5_000);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [hasFailed, flush]);
  useEffect(
    () => () => {
      if (canWrite && !now().conflict && isUnsaved(now())) void flush().catch(() => null);
    },
    [canWrite, now, flush],
  );
}

/** What somebody else saved comes by itself while nothing of one's own is open. */
export function useAdoption(): void {
  const t = useTexts(texts);
  const { flow, now, change } = useEditor();
  const status = useEditorState((state) => state.status);
  const stored = useEditorState((state) => state.stored);
  useEffect(() => {
    const found = storedOf(flow);
    if (!isNews({ status, stored }, found)) return;
    if (!sameContent(found.content, now().content)) {
      change(replaceContent, found.content);
      toast(t.changedByOther, { tone: 'info', undo: () => change(undo) });
    }
    change(adopt, found);
  }, [flow, status, stored, now, change, t]);
}
