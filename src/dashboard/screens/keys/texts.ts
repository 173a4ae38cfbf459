import { defineTexts } from '../../i18n/texts';

export const texts = defineTexts({
  all: ['Everything that you may do', 'Todo lo que tú puedes hacer'],
  capabilities: ['What it may do', 'Qué puede hacer'],
  chosen: ['Only what is chosen', 'Solo lo elegido'],
  create: ['Create an API key', 'Crear una clave de API'],
  created: ['Created', 'Creada'],
  description: [
    'Integrations call the API with a key. A key can do at most what its creator can.',
    'Las integraciones llaman a la API con una clave. Una clave puede como mucho lo que puede quien la creó.',
  ],
  expired: ['expired', 'caducada'],
  expires: ['Expires', 'Caduca'],
  expiresHint: ['Leave it empty for a key that does not expire.', 'Déjalo vacío para una clave que no caduque.'],
  key: ['Key', 'Clave'],
  lastUsed: ['Last used', 'Último uso'],
  newKey: ['Copy the key now', 'Copia la clave ahora'],
  newKeyHint: [
    'It is shown only this once. Keep it like a password.',
    'Solo se muestra esta vez. Guárdala como una contraseña.',
  ],
  none: ['No API keys yet', 'Aún no hay claves de API'],
  noneHint: [
    'Create one for each integration, so that each can be revoked by itself.',
    'Crea una para cada integración, y así podrás revocar cada una por separado.',
  ],
  revoke: ['Revoke', 'Revocar'],
  revokeHint: [
    'Requests with it are refused at once. This cannot be undone.',
    'Las peticiones con ella se rechazan al instante. No se puede deshacer.',
  ],
  revokeTitle: [(name: string) => `Revoke the key ${name}?`, (name: string) => `¿Revocar la clave ${name}?`],
  title: ['API keys', 'Claves de API'],
});
