import { FieldResolver, Resolver, Root } from 'type-graphql';
import { secretMask } from '../../../engine/index.js';
import { classesOf } from '../../../platform/records/index.js';
import { type Secret, secrets } from './secret.record.js';

@Resolver(() => classesOf(secrets).type)
export class MaskedValueResolver {
  @FieldResolver(() => String, { description: '`••••` and the preview' })
  maskedValue(@Root() { preview }: Pick<Secret, 'preview'>): string {
    return secretMask + (preview ?? '');
  }
}
