import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Language, useLanguage } from '../i18n/language';
import { translateNode, translateSchema, type Words } from './translate';

/** The API is in English, but for the case of this category of templates. */
const none: Words = { texts: { ai: 'AI' }, fieldNames: {} };

/** Loaded when they are needed: the API has the catalogue in English. */
async function wordsOf(language: Language): Promise<Words> {
  if (language === 'en') return none;
  const [own, ofConnectors] = await Promise.all([
    import('./spanish.json'),
    import('../generated/connector-words.json'),
  ]);
  const { nodes, templates, fieldNames } = own.default;
  const { texts, fieldNames: further } = ofConnectors.default;
  return { texts: { ...texts, ...nodes, ...templates }, fieldNames: { ...further, ...fieldNames } };
}

function useWords(): Words | undefined {
  const language = useLanguage();
  const { data, isError } = useQuery({
    queryKey: ['words of nodes', language],
    queryFn: () => wordsOf(language),
    ...(language === 'en' && { initialData: none }),
    staleTime: Number.POSITIVE_INFINITY,
    // In the former language meanwhile: an editor that waits for words would lose what is open in it.
    placeholderData: keepPreviousData,
  });
  return isError ? none : data;
}

/** Types of nodes in the language of the page; undefined until the types and the language were loaded. */
export function useTranslated<Type extends Parameters<typeof translateNode>[0]>(
  types: readonly Type[] | null | undefined,
): readonly Type[] | undefined {
  const words = useWords();
  return useMemo(() => (types && words ? types.map((type) => translateNode(type, words)) : undefined), [types, words]);
}

interface TemplateTexts {
  name: string;
  description: string;
  category?: string | null;
}

/** Templates with the names, descriptions and categories of built-in ones in the language of the page. */
export function useTranslatedTemplates<Template extends TemplateTexts>(
  templates: readonly Template[] | undefined,
): readonly Template[] | undefined {
  const { texts } = useWords() ?? none;
  return useMemo(() => {
    const textOf = (text: string) => texts[text] ?? text;
    return templates?.map((one) => ({
      ...one,
      name: textOf(one.name),
      description: textOf(one.description),
      ...(one.category && { category: textOf(one.category) }),
    }));
  }, [templates, texts]);
}

/** A schema of the dashboard itself in the language of the page. */
export function useTranslatedSchema<Schema>(schema: Schema): Schema {
  const words = useWords() ?? none;
  return useMemo(() => translateSchema(schema, words), [schema, words]);
}
