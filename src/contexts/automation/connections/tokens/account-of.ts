import { toOneLine } from '../../../../platform/graphql/text-rules.js';
import type { Noted } from './guarded-fetch.js';

/** Where providers name the account, the clearest first. */
const claims = ['email', 'preferred_username', 'upn', 'name'];
const paths = [
  'email',
  'user.email',
  'owner.user.person.email',
  'hub_domain',
  'workspace_name',
  'team.name',
  'shop',
  'stripe_user_id',
  'instance_url',
  'account_id',
  'user_id',
];

/** The account for which tokens were granted, as its owner knows it; undefined if the answer does not say. */
export function accountOf({ claims: said = {}, body = {} }: Noted): string | undefined {
  const found = [...claims.map((name) => said[name]), ...paths.map((path) => valueAt(body, path))];
  const account = found.find((one) => (typeof one === 'string' && one.trim() !== '') || typeof one === 'number');
  return account === undefined ? undefined : toOneLine(String(account)).slice(0, 200);
}

function valueAt(body: Record<string, unknown>, path: string): unknown {
  let value: unknown = body;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
