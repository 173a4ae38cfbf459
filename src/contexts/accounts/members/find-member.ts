import { notFound } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { memberByUser } from './member.loaders.js';
import type { Member } from './member.object.js';

/** Finds a member who has joined. @throws AppError NOT_FOUND */
export async function findMember(scope: Scope, userId: string): Promise<Member> {
  const member = await scope.loader(memberByUser).load(requireId(userId, 'member'));
  if (!member) throw notFound('member');
  return member;
}
