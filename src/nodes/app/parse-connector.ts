import { parseDocument } from 'yaml';
import type { z } from 'zod';
import { fieldProblem } from '../../engine/field-problem.js';
import { type Connector, type ConnectorFile, connectorFile, type Fields } from './connector-file.js';
import { namesIn } from './template.js';

/**
 * A connector of the text of its file.
 * @param file its path, whose name is that of the service
 * @throws Error that names the file, every place that is wrong, and what is accepted
 */
export function parseConnector(file: string, text: string): Connector {
  const service = (file.split('/').at(-1) ?? '').replace(/\.yaml$/, '');
  const document = parseDocument(text, { prettyErrors: true });
  const problems = document.errors.map(({ message }) => message.split('\n')[0] ?? message);
  if (problems.length === 0) {
    const parsed = connectorFile.safeParse(document.toJS(), { error: fieldProblem });
    problems.push(
      ...(parsed.success ? problemsOf(parsed.data) : parsed.error.issues.map(describeIssue)),
      ...(/^[a-z][a-z0-9-]{1,39}$/.test(service) ? [] : ['its name must be lower case: `my-service.yaml`']),
    );
    if (parsed.success && problems.length === 0) return { service, ...parsed.data };
  }
  throw new Error(`The connector ${file} is not valid:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
}

function describeIssue({ path, message, code, ...issue }: z.core.$ZodIssue): string {
  const place = path.join('.') || 'the file';
  if (code === 'unrecognized_keys') return `${place}: remove ${(issue as { keys?: string[] }).keys?.join(', ')}`;
  return `${place} ${message}`;
}

/** What a schema cannot say: that templates name fields, and that fields are used. */
function problemsOf(file: ConnectorFile): string[] {
  const places = [
    ...Object.entries(file.actions).map(([name, one]) => ({ place: `actions.${name}`, one, more: ['maxPages'] })),
    ...Object.entries(file.triggers).map(([name, one]) => ({ place: `triggers.${name}`, one, more: ['cursor'] })),
  ];
  if (places.length === 0) return ['actions must have at least one action'];
  return places.flatMap(({ place, one: { fields, request }, more }) => {
    const all: Fields = { ...file.fields, ...fields };
    const used = new Set(namesIn([file.baseUrl, file.headers, request]));
    const unknown = [...used].filter((name) => !Object.hasOwn(all, name) && !more.includes(name));
    const unused = Object.keys(fields).filter((name) => !used.has(name));
    const optional = namesIn([file.baseUrl, request.path]).filter((name) => all[name] && !all[name].required);
    return [
      ...unknown.map((name) => `${place}.request: {${name}} is no field of it. Add it to fields, or correct the name`),
      ...unused.map((name) => `${place}.fields.${name} is not used. Write {${name}} into its request, or remove it`),
      ...optional.map((name) => `${place}.fields.${name} must be required, because it stands in the path`),
      ...Object.entries(all).flatMap(([name, one]) =>
        (one.type === 'choice') === (one.options !== undefined)
          ? []
          : [`${place}.fields.${name}.options must be set exactly for the type choice`],
      ),
      ...['connection', 'maxPages', 'everySeconds']
        .filter((name) => Object.hasOwn(all, name))
        .map((name) => `${place}.fields.${name} must have another name: every operation has a field of this one`),
    ];
  });
}
