import { breaking, type ContractChange, distinct } from './change.js';
import { SchemaComparison } from './compare-schemas.js';
import {
  type Contract,
  type ContractAnswer,
  componentOf,
  type Operation,
  type Parameter,
  resolve,
} from './document.js';
import type { Place, Side } from './place.js';

/**
 * What differs for clients of the REST API. Descriptions, examples and names of components do not count.
 *
 * A library was looked for. Of 42 breaking changes of tests/contract/contract-changes.ts, api-smart-diff 1.0.6 misses nine
 * (a removed property, closed sets, refused fields, capabilities, operationIds, the form of lists, keywords that it does not
 * know) and reports narrower answers as breaking. openapi-diff 0.24.1 refuses OpenAPI 3.1; @pb33f/openapi-changes is a
 * program that its installation downloads.
 */
export function compareOpenApi(before: Contract, after: Contract): ContractChange[] {
  const schemas = new SchemaComparison(before, after);
  const now = operationsOf(after);
  const changes = [...operationsOf(before)].flatMap(([name, old]) => {
    const found = now.get(name);
    if (!found) return [breaking([name], 'it was removed')];
    const pair: Pair = { name, old, now: found, before, after, schemas };
    return [
      ...compareIds(pair),
      ...compareParameters(pair),
      ...compareBodies(pair),
      ...compareAnswers(pair),
      ...compareAccess(pair),
    ];
  });
  return distinct([...removedHeaders(before, after), ...changes, ...compareEvents(before, after, schemas)]);
}

/** An operation of both contracts. */
interface Pair {
  /** `GET P/contacts`. */
  name: string;
  old: Operation;
  now: Operation;
  before: Contract;
  after: Contract;
  schemas: SchemaComparison;
}

/** By method and path, where `P` is the path of a workspace. */
function operationsOf({ paths }: Contract): Map<string, Operation> {
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path.replace(/^\/workspaces\/\{workspaceId\}(?=\/)/, 'P')}`,
      operation,
    ]),
  );
  return new Map(entries);
}

function compareIds({ name, old, now }: Pair): ContractChange[] {
  const isSame = old.operationId === now.operationId;
  return isSame ? [] : [breaking([name, old.operationId], `the operationId is ${now.operationId}`)];
}

function compareParameters({ name, old, now, before, after, schemas }: Pair): ContractChange[] {
  const byName = (operation: Operation, contract: Contract) =>
    new Map(
      (operation.parameters ?? []).map((one) => {
        const parameter = resolve<Parameter>(one, contract);
        return [`${parameter.in} ${parameter.name.toLowerCase()}`, parameter] as const;
      }),
    );
  const [olds, nows] = [byName(old, before), byName(now, after)];
  const changes = [...olds].flatMap(([key, { name: field, ...known }]) => {
    const found = nows.get(key);
    if (!found) return [breaking([name, field], 'the parameter was removed')];
    const place = placeIn(name, [field]);
    const isRewritten = (['style', 'explode'] as const).some((fact) => known[fact] !== found[fact]);
    return [
      ...(isRewritten ? [breaking([name, field], 'lists are written otherwise')] : []),
      ...schemas.compare(known.schema ?? true, found.schema ?? true, 'request', place),
    ];
  });
  const required = [...nows].filter(([key, { required: isRequired }]) => isRequired && !olds.get(key)?.required);
  return [...changes, ...required.map(([, { name: field }]) => breaking([name, field], 'the parameter is required'))];
}

function compareBodies({ name, old, now, schemas }: Pair): ContractChange[] {
  const [before, after] = [old.requestBody, now.requestBody];
  const changes = after?.required && !before?.required ? [breaking([name, 'body'], 'it is required')] : [];
  if (!before) return changes;
  if (!after) return [breaking([name, 'body'], 'it is refused')];
  return [...changes, ...compareContents(before, after, 'request', placeIn(name, []), schemas)];
}

function compareContents(
  { content: before = {} }: ContractAnswer,
  { content: after = {} }: ContractAnswer,
  side: Side,
  at: Place,
  schemas: SchemaComparison,
): ContractChange[] {
  return Object.entries(before).flatMap(([type, { schema = true }]) => {
    const found = after[type];
    if (!found) return [breaking([at.owner, type], 'the media type was removed')];
    return schemas.compare(schema, found.schema ?? true, side, at);
  });
}

function compareAnswers({ name, old, now, before, after, schemas }: Pair): ContractChange[] {
  const changes = Object.entries(old.responses).flatMap(([status, one]) => {
    const other = now.responses[status];
    if (!other) return [breaking([name, status], 'the status was removed')];
    const [answer, found] = [resolve<ContractAnswer>(one, before), resolve<ContractAnswer>(other, after)];
    const component = componentOf(one);
    const place = component === null ? placeIn(name, []) : { owner: component, isComponent: true, path: [] };
    const gone = Object.keys(answer.headers ?? {}).filter((header) => !(header in (found.headers ?? {})));
    return [
      // A header that no answer has any more is one change.
      ...gone
        .filter((header) => before.components?.headers?.[header] === undefined || after.components?.headers?.[header])
        .map((header) => breaking([place.owner, header], 'the header was removed')),
      ...compareContents(answer, found, 'answer', place, schemas),
    ];
  });
  const successes = Object.keys(now.responses).filter((status) => status < '4' && !(status in old.responses));
  return [...changes, ...successes.map((status) => breaking([name, status], 'a new status of a success'))];
}

function removedHeaders({ components: before }: Contract, { components: after }: Contract): ContractChange[] {
  const gone = Object.keys(before?.headers ?? {}).filter((header) => !(header in (after?.headers ?? {})));
  return gone.map((header) => breaking([header], 'the header was removed'));
}

/** The server writes events: receivers read their fields. */
function compareEvents(
  { webhooks: before = {} }: Contract,
  { webhooks: after = {} }: Contract,
  schemas: SchemaComparison,
): ContractChange[] {
  return Object.entries(before).flatMap(([type, event]) => {
    const found = after[type];
    if (!found) return [breaking([type], 'the event was removed')];
    const [old, now] = [event, found].map(({ post }) => post.requestBody) as [ContractAnswer, ContractAnswer];
    return compareContents(old, now, 'answer', placeIn(type, []), schemas);
  });
}

/** Credentials that are refused, and capabilities that are needed in addition. */
function compareAccess({ name, old, now }: Pair): ContractChange[] {
  const schemesOf = ({ security = [] }: Operation) =>
    security.length === 0 ? ['no credential'] : security.map((one) => Object.keys(one).join(' and '));
  const accepted = schemesOf(now);
  const isOpen = accepted.includes('no credential');
  const refused = isOpen ? [] : schemesOf(old).filter((scheme) => !accepted.includes(scheme));
  const rights = [old, now].map((one) => [one['x-capability'] ?? []].flat());
  const added = rights[1]?.filter((right) => !rights[0]?.includes(right)) ?? [];
  return [
    ...refused.map((scheme) => breaking([name, scheme], 'the credential is refused')),
    ...added.map((right) => breaking([name, right], 'the capability is required')),
  ];
}

function placeIn(owner: string, path: readonly string[]): Place {
  return { owner, isComponent: false, path };
}
