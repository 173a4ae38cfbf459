import type { SealContext, SealedColumn } from '../../../platform/vault/index.js';

/** A secret's value is bound to its workspace, itself and its flow: moved elsewhere it does not open. */
export function secretContext({ id, flowId }: { id: string; flowId: string | null }): SealContext {
  return { kind: 'secret', id, flowId };
}

/** The sealed values, for the rotation of data keys. */
export const sealedSecrets: SealedColumn<{ id: string; flow_id: string | null }> = {
  table: 'secrets',
  column: 'sealed_value',
  key: ['id'],
  context: (row) => secretContext({ id: row.id, flowId: row.flow_id }),
};
