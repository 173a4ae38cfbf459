import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { cascade, References } from '../../../../platform/database/mapping/foreign-keys.js';

/** The token in a flow's webhook URL: its hash finds the flow, its encrypted copy is shown to callers that may change it. */
@References({ flowId: cascade('flows') })
@Entity({ tableName: 'webhook_tokens' })
export class WebhookToken {
  @PrimaryKey({ type: 'uuid' })
  workspaceId!: string;

  @PrimaryKey({ type: 'uuid' })
  flowId!: string;

  @Property({ type: 'blob', columnType: 'bytea' })
  tokenHash!: Buffer;

  @Property({ type: 'text' })
  encryptedToken!: string;

  @Property({ type: 'timestamptz', length: 3 })
  createdAt!: Date;
}
