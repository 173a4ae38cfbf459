import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Role } from '../../../platform/access/capabilities.js';
import { RoleName } from '../../../platform/access/role.enum.js';
import type { Membership } from '../members/index.js';

@ObjectType({ simpleResolvers: true, description: 'A person' })
export class User {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  email!: string;

  @Field(() => String)
  name!: string;
}

@ObjectType({ simpleResolvers: true, description: 'A workspace that somebody belongs to; `workspace(id)` tells more' })
export class WorkspaceSummary {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => RoleName)
  role!: Role;
}

@ObjectType({ simpleResolvers: true, description: 'A signed-in person; the refresh token goes along as a cookie' })
export class Credentials {
  @Field(() => String, { description: 'For `Authorization: Bearer …`' })
  accessToken!: string;

  @Field(() => Int, { description: 'Seconds until the access token expires; refresh before' })
  expiresIn!: number;

  @Field(() => User)
  user!: User;

  @Field(() => [WorkspaceSummary])
  workspaces!: Membership[];
}

@ObjectType({ simpleResolvers: true, description: 'Who the caller is; for an API key, who made it' })
export class Me extends User {
  @Field(() => [WorkspaceSummary])
  workspaces!: Membership[];
}
