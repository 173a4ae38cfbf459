import { Field, ObjectType } from 'type-graphql';
import type { Role } from '../../../../platform/access/capabilities.js';
import { RoleName } from '../../../../platform/graphql/role.enum.js';

@ObjectType('Capability', { simpleResolvers: true, description: 'A right that members and API keys can hold.' })
export class CapabilityEntry {
  @Field(() => String, { description: 'The name of the capability, for example `flows:read`.' })
  name!: string;

  @Field(() => String, { description: 'What it lets its holder do.' })
  description!: string;

  @Field(() => [RoleName], { description: 'The roles that include it.' })
  roles!: Role[];
}
