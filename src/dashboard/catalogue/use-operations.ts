import { useQuery } from '@tanstack/react-query';
import { type Language, useLanguage } from '../i18n/language';
import { type FlowOperations, type Listed, operationsIn } from './operations';
import type { Words } from './translate';

/** The operations that flows can call; undefined until they were loaded, which only their form needs. */
export function useOperations(): FlowOperations | undefined {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['operations of flows', language],
    queryFn: () => loadOperations(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
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
