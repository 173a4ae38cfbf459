import { defineTexts } from '../../i18n/texts';

export const texts = defineTexts({
  budget: ['Budgets', 'Presupuestos'],
  budgetHint: [
    'Credits that the workspace may spend. Leave it empty for no limit. When a budget is used up, flows stop at the next paid operation.',
    'Créditos que el espacio puede gastar. Déjalo vacío para no poner límite. Cuando se agota, los flujos se detienen en la siguiente operación de pago.',
  ],
  country: ['Country of phone numbers', 'País de los números de teléfono'],
  countryHint: [
    'For numbers without a country code, for example ES.',
    'Para números sin prefijo de país, por ejemplo ES.',
  ],
  daily: ['A day', 'Por día'],
  danger: ['Delete the workspace', 'Eliminar el espacio de trabajo'],
  dangerHint: [
    'Everything in it is deleted for good: flows, executions, contacts, conversations and secrets.',
    'Todo lo que contiene se elimina para siempre: flujos, ejecuciones, contactos, conversaciones y secretos.',
  ],
  dangerTitle: [
    (name: string) => `Delete ${name} with everything in it?`,
    (name: string) => `¿Eliminar ${name} con todo su contenido?`,
  ],
  errorFlow: ['When an execution fails, start', 'Cuando una ejecución falla, iniciar'],
  errorFlowHint: ['For flows without an error flow of their own.', 'Para flujos sin flujo de error propio.'],
  general: ['General', 'General'],
  leave: ['Leave the workspace', 'Abandonar el espacio de trabajo'],
  leaveHint: ['You lose access at once.', 'Pierdes el acceso al instante.'],
  leaveTitle: [(name: string) => `Leave ${name}?`, (name: string) => `¿Abandonar ${name}?`],
  monthly: ['A month', 'Por mes'],
  noErrorFlow: ['no flow', 'ningún flujo'],
  postalAddress: ['Postal address', 'Dirección postal'],
  postalAddressHint: [
    'Stands in the footer of campaigns and other marketing emails, which the law of many countries requires.',
    'Aparece en el pie de las campañas y otros correos de marketing, como exige la ley de muchos países.',
  ],
  readOnly: [
    'Only owners and admins can change the settings.',
    'Solo propietarios y administradores pueden cambiar los ajustes.',
  ],
  timezone: ['Time zone', 'Zona horaria'],
  timezoneHint: ['For schedules, budgets and campaigns.', 'Para programaciones, presupuestos y campañas.'],
  title: ['Settings', 'Ajustes'],
  typeName: [(name: string) => `Type ${name} to confirm`, (name: string) => `Escribe ${name} para confirmar`],
});
