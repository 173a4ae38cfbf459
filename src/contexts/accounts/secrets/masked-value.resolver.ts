import { FieldResolver, Resolver, Root } from 'type-graphql';
import { redactionMark } from '../../../engine/index.js';
import { classesOf } from '../../../platform/records/index.js';
import { type Secret, secrets } from './secret.record.js';

@Resolver(() => classesOf(secrets).type)
export class RedactedValueResolver {
  @FieldResolver(() => String, { description: '`••••` followed by the preview.' })
  maskedValue(@Root() { preview }: Pick<Secret, 'preview'>): string {
    return redactionMark + (preview ?? '');
  }
}
