import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** A call that a step placed, and the step that waits for its status. */
export const voiceDials = withForeignKeys(
  defineEntity({
    name: 'VoiceDial',
    tableName: 'voice_dials',
    properties: {
      workspaceId: column.uuid().primary(),
      voiceCallId: column.uuid().primary(),
      key: column.text(),
      executionId: column.uuid(),
      stepId: column.uuid(),
      providerId: column.text().nullable(),
      source: column.text().nullable(),
    },
  }),
  {
    workspaceId: cascade('workspaces'),
    voiceCallId: cascade('voice_calls'),
  },
);
