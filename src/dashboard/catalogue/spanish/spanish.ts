import { crm } from './crm.js';
import { data } from './data.js';
import { logic } from './logic.js';
import { messages } from './messages.js';
import { models } from './models.js';
import { triggers } from './triggers.js';

/** What every node accepts beside its own fields in Spanish, by the English texts. */
const policies: Readonly<Record<string, string>> = {
  '`fail` fails the execution, `continue` leaves by the first handle (of a node that decides, by the last), `branch` leaves by `error`. Defaults to `branch` if the handle `error` is connected, otherwise to `fail`.':
    '`fail` hace fallar la ejecución, `continue` sale por la primera salida (en un nodo que decide, por la última), `branch` sale por `error`. Por defecto, `branch` si la salida `error` está conectada; si no, `fail`.',
  'The delay is `backoffSeconds` × `factor` ^ (attempt − 1).':
    'La espera es `backoffSeconds` × `factor` ^ (intento − 1).',
  '1 to 10 attempts, including the first.': 'De 1 a 10 intentos, incluido el primero.',
  'Seconds for one attempt, at most 86,400.': 'Segundos para un intento, como máximo 86 400.',
  'The node passes its input on by its first handle and does nothing.':
    'El nodo pasa su entrada por la primera salida y no hace nada.',
};

/**
 * The titles and descriptions of node types and their fields in Spanish, by the English texts of the API: each English
 * text stands with its node, each Spanish one here. A text that changed is one without Spanish.
 */
export const spanish: Readonly<Record<string, string>> = {
  ...crm,
  ...data,
  ...logic,
  ...messages,
  ...models,
  ...policies,
  ...triggers,
};
