import { counted, defineTexts } from '../../i18n/texts';

export const texts = defineTexts({
  about: [
    'Flows to begin with. Your own appear here when you save a flow as a template in the editor.',
    'Flujos para empezar. Los tuyos aparecen aquí al guardar un flujo como plantilla en el editor.',
  ],
  delete: ['Delete', 'Eliminar'],
  deleteText: ['Flows that were created from it stay.', 'Los flujos creados con ella se conservan.'],
  deleteTitle: [(name: string) => `Delete ${name}?`, (name: string) => `¿Eliminar ${name}?`],
  more: ['More', 'Más'],
  nothingFound: ['No template matches.', 'Ninguna plantilla coincide.'],
  own: ['of this workspace', 'de este espacio'],
  requires: [(secret: string) => `Requires the secret ${secret}`, (secret: string) => `Requiere el secreto ${secret}`],
  search: ['Search templates', 'Buscar plantillas'],
  templates: ['Templates', 'Plantillas'],
  tryHint: [
    'Creates the flow, paused, and runs it once with sample data and without effects.',
    'Crea el flujo en pausa y lo ejecuta una vez con datos de ejemplo y sin efectos.',
  ],
  tryIt: ['Try it', 'Probarla'],
  use: ['Use this template', 'Usar esta plantilla'],
  used: [
    (count: number) => `Used for ${counted(count, 'flow', 'flows')}`,
    (count: number) => `Usada en ${counted(count, 'flujo', 'flujos', 'es')}`,
  ],
});
