import { defineTexts } from '../../i18n/texts';

export const texts = defineTexts({
  action: ['Action', 'Acción'],
  apiKey: [(name: string) => `API key ${name}`, (name: string) => `Clave de API ${name}`],
  deletedKey: ['A deleted API key', 'Una clave de API eliminada'],
  actor: ['Who', 'Quién'],
  after: ['After', 'Después'],
  before: ['Before', 'Antes'],
  description: [
    'Every change, who made it, and what was refused. Entries are chained by hashes, so that none can be changed unseen.',
    'Cada cambio, quién lo hizo y lo que se rechazó. Las entradas están encadenadas por hashes, así que ninguna puede cambiarse sin que se note.',
  ],
  done: ['Done', 'Hecho'],
  everything: ['Every outcome', 'Todos los resultados'],
  fields: ['Changed', 'Cambiado'],
  ip: ['Address', 'Dirección'],
  none: ['No entries match', 'Ninguna entrada coincide'],
  noneHint: ['Try other filters.', 'Prueba con otros filtros.'],
  outcome: ['Outcome', 'Resultado'],
  refused: ['Refused', 'Rechazado'],
  request: ['Request', 'Petición'],
  title: ['Audit log', 'Registro de auditoría'],
  when: ['When', 'Cuándo'],
});
