import { defineTexts } from '../../i18n/texts';

export const texts = defineTexts({
  client: ['TypeScript client', 'Cliente de TypeScript'],
  clientHint: [
    'A typed function for each operation, and live events.',
    'Una función tipada por operación, y eventos en vivo.',
  ],
  createKey: ['Create an API key', 'Crear una clave de API'],
  description: [
    'Everything that this dashboard does, your code can do, too.',
    'Todo lo que hace este panel también puede hacerlo tu código.',
  ],
  explore: ['Explore', 'Explorar'],
  first: ['A first request', 'Una primera petición'],
  firstHint: [
    'It uses your session of this page, which ends soon. Create an API key for your integration.',
    'Usa tu sesión de esta página, que termina pronto. Crea una clave de API para tu integración.',
  ],
  graphiql: ['GraphQL explorer', 'Explorador de GraphQL'],
  ids: ['Addresses', 'Direcciones'],
  mcp: ['MCP server for assistants', 'Servidor MCP para asistentes'],
  reference: ['REST reference', 'Referencia REST'],
  title: ['API', 'API'],
  workspaceId: ['ID of this workspace', 'ID de este espacio'],
});
