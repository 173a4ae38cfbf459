import { withArticle, wordsOfName } from '../errors/words.js';
import type { AnyRecord, RecordOperation } from './record-definition.js';

/** One record of a kind, in words: `WhatsApp template`. */
export function wordsOf({ name }: Pick<AnyRecord, 'name'>): string {
  return wordsOfName(name);
}

/** What an operation does, in the imperative: `List contacts`, `Get an agent`. */
export function summaryOf(record: Pick<AnyRecord, 'name' | 'plural'>, operation: RecordOperation): string {
  const one = withArticle(wordsOf(record));
  switch (operation) {
    case 'list':
      return `List ${wordsOfName(record.plural)}`;
    case 'find':
      return `Get ${one}`;
    case 'create':
      return `Create ${one}`;
    case 'update':
      return `Update ${one}`;
    case 'delete':
      return `Delete ${one}`;
  }
}
