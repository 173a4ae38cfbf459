import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { byId, byText, byTime, defineListFilter } from '../../../../platform/filters/fields.js';
import { FilterArgs } from '../../../../platform/filters/filter-class.js';
import { searchText } from '../../../../platform/graphql/list-filters.js';
import { defineSortKeys, ListArgs, Page, SortBy } from '../../../../platform/graphql/page.js';
import { DateTime } from '../../../../platform/graphql/scalars.js';

@ObjectType('Session', {
  simpleResolvers: true,
  description: 'A session of the caller that has not ended. Each login opens one.',
})
export class SessionView {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The `User-Agent` of the browser or program at the last use; null if unknown.',
  })
  device?: string | null;

  @Field(() => String, { nullable: true, description: 'IP address of the client at the last use; null if unknown.' })
  address?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'ID of the provider that the session began with; null after a login with a password or a link.',
  })
  providerId?: string | null;

  @Field(() => Boolean, { description: 'Whether the request belongs to this session.' })
  current!: boolean;

  @Field(() => DateTime, {
    description: 'When the session was last refreshed. An access token is valid for 15 minutes.',
  })
  lastUsedAt!: Date;

  @Field(() => DateTime, { description: 'When the session ends if it is not refreshed before.' })
  expiresAt!: Date;

  @Field(() => DateTime)
  createdAt!: Date;
}

@ObjectType({ description: 'A page of sessions.' })
export class SessionPage extends Page(SessionView) {}

export const sessionSort = defineSortKeys(
  'SessionSortKey',
  'sessions',
  ['lastUsedAt', 'createdAt', 'expiresAt'],
  'lastUsedAt',
);

/** What the list of sessions `s` is filtered by. */
export const sessionFilter = defineListFilter('Session', 'sessions', {
  id: byId('s.id', 'any'),
  device: byText('s.device'),
  address: byText('s.address'),
  lastUsedAt: byTime('s.refreshed_at'),
  expiresAt: byTime('s.expires_at'),
  createdAt: byTime('s.created_at'),
});

@FilterArgs(sessionFilter)
@ArgsType()
export class SessionListArgs extends ListArgs {
  @SortBy(sessionSort)
  override sortBy?: string | null;

  @Field(() => String, { nullable: true, description: searchText('`device`, `address`') })
  search?: string | null;
}
