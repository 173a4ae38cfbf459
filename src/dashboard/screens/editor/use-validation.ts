import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../../api/request';
import { type FlowContent, inputOf } from './flow-content';
import { type Validation, validateContent } from './flow-operations';

/** A value that follows another one after it has rested for a while. */
export function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}

/** The rules that the content breaks, checked shortly after the last change. Null before the first answer, and for who cannot change it. */
export function useValidation(
  { workspaceId, flowId, canWrite }: { workspaceId: string; flowId: string; canWrite: boolean },
  content: FlowContent,
): Validation | null {
  const rested = useRested(content, 400);
  const { data } = useQuery({
    queryKey: ['EditorValidate', flowId, rested],
    queryFn: async ({ signal }) => {
      const answer = await request(validateContent, { id: workspaceId, input: { flowId, ...inputOf(rested) } }, signal);
      return answer.workspace.validateFlowContent ?? null;
    },
    enabled: canWrite,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return data ?? null;
}
