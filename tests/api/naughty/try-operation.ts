import { storedForm } from '../../../src/platform/database/storable-json.js';
import { parseHostPattern } from '../../../src/platform/records/host-pattern.js';
import { type Answer, type Operation, type Target, valueAt } from './operation.js';
import { keyed, type Path } from './shapes.js';

/**
 * Sends each text to each place for text of an operation, and reads back what was accepted.
 * @returns what went wrong, a line each
 */
export async function tryOperation(
  operation: Operation,
  textsFor: (target: Target) => readonly string[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const target of operation.targets) {
    const report = (text: string, found: string) =>
      faults.push(`${operation.name} ${target.name} ${shown(text)}: ${found}`);
    let last = '';
    for (const text of textsFor(target).filter(target.takes ?? (() => true))) {
      last = text;
      const answer = await target.send(text);
      const fault = answer.status < 300 ? await readBack(operation, target, text, answer) : refusal(target, answer);
      if (fault) report(text, fault);
    }
    const list = await operation.readList?.();
    if (list && list.status !== 200) report(last, `the list answers ${list.status} ${list.message}`);
  }
  return faults;
}

/** What is wrong with a refusal, or null. */
function refusal({ name, path, format }: Target, { status, code, message, details }: Answer): string | null {
  if (status >= 500 || status < 400) return `${status} ${code} ${message}`;
  if (code === 'INVALID_TOKEN' && message.includes('access token')) return `401 ${message}`;
  if (message === '' || code === null) return `${status} says nothing`;
  if (status !== 400 || path.length === 0) return null;
  // What stands below these fields of inputs is named as REST sends it, beside the others.
  const field = name.replace(/^(body|input)\.?/, '').replace(/\.(stored|extra)\b/, '');
  const names = path.filter((step) => typeof step === 'string');
  const named = format === 'key' || format === 'JSON' ? names : names.slice(-1);
  const said = [message, ...details.map((detail) => detail.message)].join(' ');
  const isField = details.some((one) => one.field && (field.startsWith(one.field) || one.field.startsWith(field)));
  // Rules of a graph name the node or the edge.
  const isRule = names.some((step) => step === 'nodes' || step === 'edges') && details.some(({ rule }) => rule);
  if (isRule || isField || named.some((step) => said.includes(step))) return null;
  return `400 does not name ${field}: ${message} ${JSON.stringify(details)}`;
}

async function readBack(operation: Operation, target: Target, text: string, answer: Answer): Promise<string | null> {
  const found = answered(target, text, answer.data);
  if (found === undefined && isMissing(target, answer.data)) return 'answered without it';
  if (found !== undefined && !isSame(target, text, found)) return `answered as ${shown(found)}`;
  // The delivery of a message, which goes on, sets it, too.
  if (target.path.at(-1) === 'error') return null;
  const again = await operation.readAgain(answer);
  if (!again) return null;
  if (again.status !== 200) return `reading it answers ${again.status} ${again.message}`;
  const stored = answered(target, text, again.data);
  if (found === undefined || stored === undefined || JSON.stringify(stored) === JSON.stringify(found)) return null;
  return `answered as ${shown(found)}, read back as ${shown(stored)}`;
}

/** Where answers have it: what stands below these fields of inputs is stored beside the others. */
function shownPath({ path }: Pick<Target, 'path'>): Path {
  return path.filter((step) => step !== 'extra' && step !== 'stored');
}

/** Whether an answer has what the text stands in, but not the text. */
function isMissing(target: Target, data: unknown): boolean {
  const path = shownPath(target);
  // Credentials are never answered.
  if (path.at(-2) === 'auth') return false;
  const around = path.length > 1 ? valueAt(data, path.slice(0, -1)) : undefined;
  return typeof around === 'object' && around !== null;
}

/** The text where an answer has it; undefined where it has no such field. */
function answered(target: Target, text: string, data: unknown): unknown {
  const path = shownPath(target);
  if (path.length === 0) return undefined;
  if (target.format !== 'key') return valueAt(data, path);
  const inner = valueAt(data, path);
  if (inner === undefined) return undefined;
  const [key = ''] = Object.keys(storedForm(keyed(text)));
  return Object.hasOwn(inner as object, key) ? text : inner;
}

/** Whether a text was answered as it was sent, in the one form that its kind of field is stored in. */
function isSame({ path, format }: Target, text: string, found: unknown): boolean {
  if (found === text) return true;
  if (format === 'JSON') return found === storedForm(text);
  if (format === 'DateTime') return Date.parse(String(found)) === Date.parse(text);
  if (format === 'Decimal' || format === 'BigInt') return Number(found) === Number(text);
  // Credits are decimals in texts.
  if (/Budget$/.test(String(path.at(-1)))) return Number(found) === Number(text);
  if (['allowedHosts', 'hosts'].includes(String(path.at(-2)))) return found === parseHostPattern(text);
  if (path.at(-1) === 'country') return /^[A-Za-z]{2}$/.test(text) && found === text.toUpperCase();
  return path.at(-1) === 'email' && found === text.toLowerCase();
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 90 ? `${text.slice(0, 80)}… (${text.length})` : text;
}
