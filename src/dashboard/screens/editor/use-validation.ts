import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../../api/request';
import { rest } from './editor-state';
import { inputOf } from './flow-content';
import { type Issue, type Validation, validateContent } from './flow-operations';
import { useEditor, useEditorState } from './use-editor';

/** A value that follows another one after it has rested for a while. */
export function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}

/** Has the content checked shortly after the last change. */
export function useResting(): void {
  const { change } = useEditor();
  const content = useEditorState((state) => state.content);
  useEffect(() => {
    const timer = setTimeout(() => change(rest, content), 400);
    return () => clearTimeout(timer);
  }, [content, change]);
}

/** The rules that the content breaks. Null before the first answer, and for who cannot change it. */
export function useValidation(): Validation | null {
  const { workspaceId, flow, canWrite } = useEditor();
  const rested = useEditorState((state) => state.rested);
  const { data } = useQuery({
    queryKey: ['EditorValidate', flow.id, rested],
    queryFn: async ({ signal }) => {
      const input = { flowId: flow.id, ...inputOf(rested) };
      const answer = await request(validateContent, { id: workspaceId, input }, signal);
      return answer.workspace.validateFlowContent ?? null;
    },
    enabled: canWrite,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return data ?? null;
}

const noIssues: readonly Issue[] = [];

/** What validation found. */
export const useIssues = (): readonly Issue[] => useValidation()?.issues ?? noIssues;
