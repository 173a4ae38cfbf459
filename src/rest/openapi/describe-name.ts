import { withArticle, wordsOfName } from '../../platform/errors/words.js';

/** What names mean that are the same everywhere. `the record` stands for what they belong to. */
const meanings: Readonly<Record<string, string>> = {
  id: 'The ID of the record.',
  createdAt: 'When the record was created.',
  updatedAt: 'When the record was last changed.',
  startedAt: 'When the record started.',
  finishedAt: 'When the record ended.',
  email: 'The email address.',
  count: 'The number in this group.',
  total: 'The number of all.',
  items: 'The items of the page, in order.',
  revoked: 'The number of sessions that were revoked.',
  version: 'The number of the version, from 1.',
};

/** What short names of IDs stand for. */
const nouns: Readonly<Record<string, string>> = { var: 'global variable', key: 'API key' };

/**
 * A sentence for a field or a parameter whose name says everything, so that the schema describes it nowhere.
 * @param owner the GraphQL type that it belongs to
 */
export function describeName(name: string, owner?: string): string {
  const record = owner ? nounOf(owner) : 'record';
  const meaning = meanings[name]?.replace('the record', `the ${record}`);
  if (meaning) return meaning;
  const noun = /^(\w+)Id$/.exec(name)?.[1];
  if (noun) return `The ID of the ${nouns[noun] ?? wordsOfName(noun)}.`;
  return owner ? `The ${wordsOfName(name)} of the ${record}.` : `The ${wordsOfName(name)}.`;
}

/** A sentence for a type that the schema describes nowhere. */
export function describeType(name: string): string {
  const verb = /^[A-Z][a-z]+(?=[A-Z]\w*Input$)/.exec(name)?.[0];
  if (!name.endsWith('Input')) return `${capital(withArticle(nounOf(name)))}.`;
  return verb
    ? `What to send to ${verb.toLowerCase()} ${withArticle(nounOf(name))}.`
    : `What to send: ${nounOf(name)}.`;
}

/** `CreateApiKeyInput` and `ApiKey` are an `API key`. */
function nounOf(type: string): string {
  const bare = type.replace(/Input$/, '');
  return wordsOfName(bare.replace(/^(Create|Update|Invite|Register|Forgot|Change)(?=[A-Z])/, ''));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
