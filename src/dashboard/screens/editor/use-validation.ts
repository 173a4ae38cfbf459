import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isServerError, type ServerError } from '../../api/errors';
import { request } from '../../api/request';
import { rest } from './editor-state';
import { type FlowContent, inputOf } from './flow-content';
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
      try {
        const answer = await request(validateContent, { id: workspaceId, input }, signal);
        return answer.workspace.validateFlowContent ?? null;
      } catch (error) {
        if (isServerError(error, 'VALIDATION_FAILED')) return refused(error, rested);
        throw error;
      }
    },
    enabled: canWrite,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return data ?? null;
}

/** Content that the server does not accept at all, such as a key without an expression, as issues at its fields. */
function refused({ code, message, details }: ServerError, { nodes }: FlowContent): Validation {
  const found = details.length > 0 ? details : [{ field: null, message }];
  const issues = found.map(({ field, message }): Issue => {
    const [, index] = /^nodes\[(\d+)\]/.exec(field ?? '') ?? [];
    const nodeId = index === undefined ? null : (nodes[Number(index)]?.id ?? null);
    return { ruleId: code, severity: 'error', message, nodeId, edgeId: null, field };
  });
  return { valid: false, issues, predictedCost: { credits: '0' } };
}

const noIssues: readonly Issue[] = [];

/** What validation found. */
export const useIssues = (): readonly Issue[] => useValidation()?.issues ?? noIssues;
