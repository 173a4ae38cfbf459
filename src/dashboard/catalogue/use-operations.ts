import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Language, useLanguage } from '../i18n/language';
import { type RecordedAnswers, sampleOfRoute } from './operation-samples';
import { type FlowOperations, type Listed, operationsIn } from './operations';
import type { Words } from './translate';

/** The operations that flows can call; undefined until they were loaded, which only their form needs. */
export function useOperations(enabled = true): FlowOperations | undefined {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['operations of flows', language],
    queryFn: () => loadOperations(language),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  return data;
}

/** What the documentation shows as the answers of operations, by their names; none until they were loaded. */
export function useOperationSamples(enabled: boolean): (operation: string) => unknown {
  const operations = useOperations(enabled);
  const { data: answers } = useQuery({
    queryKey: ['answers of operations'],
    queryFn: async () => {
      const { default: recorded } = (await import('../../../schema/response-examples.json')) as { default: unknown };
      return recorded as RecordedAnswers;
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  return useCallback(
    (name) => {
      const route = operations?.get(name)?.route;
      return answers && route ? sampleOfRoute(answers, route) : undefined;
    },
    [operations, answers],
  );
}

async function loadOperations(language: Language): Promise<FlowOperations> {
  const [{ default: listed }, words] = await Promise.all([
    import('../../../schema/flow-operations.json') as Promise<{ default: unknown }>,
    wordsOf(language),
  ]);
  return operationsIn(listed as Listed, words);
}

async function wordsOf(language: Language): Promise<Words> {
  if (language === 'en') return { texts: {}, fieldNames: {} };
  const [{ default: operations }, { default: nodes }] = await Promise.all([
    import('./operations-spanish.json'),
    import('./spanish.json'),
  ]);
  return {
    texts: { ...nodes.nodes, ...operations.titles, ...operations.groups, ...operations.descriptions },
    fieldNames: { ...nodes.fieldNames, ...operations.fieldNames },
  };
}
