import { defineTexts } from '../../i18n/texts';

export const texts = defineTexts({
  addSecret: ['Add a secret', 'Añadir un secreto'],
  addVariable: ['Add a variable', 'Añadir una variable'],
  allowedHosts: ['Hosts it may be sent to', 'Servidores a los que se puede enviar'],
  allowedHostsHint: [
    'One a line: api.example.com, *.example.com for all subdomains, or * for any. Without an entry, no request can send it.',
    'Uno por línea: api.example.com, *.example.com para todos los subdominios, o * para cualquiera. Sin ninguno, ninguna petición puede enviarlo.',
  ],
  description: ['Description', 'Descripción'],
  editSecret: ['Edit the secret', 'Editar el secreto'],
  editVariable: ['Edit the variable', 'Editar la variable'],
  nameHint: ['Letters, digits and underscores.', 'Letras, dígitos y guiones bajos.'],
  newValue: ['New value', 'Nuevo valor'],
  newValueHint: ['Leave it empty to keep the value.', 'Déjalo vacío para conservar el valor.'],
  noSecrets: ['No secrets yet', 'Aún no hay secretos'],
  noSecretsHint: [
    'Keep passwords and API keys here. Flows use them by name, and no one can read them again.',
    'Guarda aquí contraseñas y claves. Los flujos las usan por su nombre y nadie puede volver a leerlas.',
  ],
  noVariables: ['No variables yet', 'Aún no hay variables'],
  noVariablesHint: [
    'Values that several flows share, such as an address or a limit. Every member can read them.',
    'Valores que comparten varios flujos, como una dirección o un límite. Todos los miembros pueden leerlos.',
  ],
  removeHint: [
    (name: string) => `Flows that use ${name} fail from then on.`,
    (name: string) => `Los flujos que usan ${name} fallarán a partir de entonces.`,
  ],
  removeSecret: [(name: string) => `Delete the secret ${name}?`, (name: string) => `¿Eliminar el secreto ${name}?`],
  removeVariable: [
    (name: string) => `Delete the variable ${name}?`,
    (name: string) => `¿Eliminar la variable ${name}?`,
  ],
  secrets: ['Secrets', 'Secretos'],
  sentTo: ['Sent to', 'Se envía a'],
  title: ['Vault and variables', 'Bóveda y variables'],
  updated: ['Updated', 'Actualizado'],
  usedBy: ['Used by', 'Usado por'],
  value: ['Value', 'Valor'],
  valueHint: ['It is stored encrypted, and is never shown again.', 'Se guarda cifrado y no se vuelve a mostrar.'],
  variables: ['Variables', 'Variables'],
});
