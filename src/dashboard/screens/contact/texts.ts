import { defineTexts } from '../../i18n/texts';

export const contactTexts = defineTexts({
  allContacts: ['All contacts', 'Todos los contactos'],
  appointment: ['Appointment', 'Cita'],
  call: ['Call', 'Llamada'],
  conversation: ['Conversation', 'Conversación'],
  createEvent: ['Create an appointment', 'Crear una cita'],
  createOpportunity: ['Create an opportunity', 'Crear una oportunidad'],
  created: ['Contact created', 'Contacto creado'],
  deleteHint: [
    'The conversations and campaign results of this contact are deleted, too. This cannot be undone.',
    'También se eliminan las conversaciones y los resultados de campañas de este contacto. No se puede deshacer.',
  ],
  deleteTitle: [(name: string) => `Delete ${name}?`, (name: string) => `¿Eliminar a ${name}?`],
  doNotContact: [
    'Flows, sequences and campaigns send no messages to this contact.',
    'Los flujos, secuencias y campañas no envían mensajes a este contacto.',
  ],
  gone: ['This contact does not exist.', 'Este contacto no existe.'],
  goneHint: ['It may have been deleted.', 'Puede que se haya eliminado.'],
  message: ['Write a message', 'Escribir un mensaje'],
  noMessages: ['No messages yet', 'Aún sin mensajes'],
  nothing: ['Nothing has happened yet.', 'Aún no ha pasado nada.'],
  nothingHint: [
    'Conversations, opportunities, appointments and calls with this contact appear here.',
    'Aquí aparecen las conversaciones, oportunidades, citas y llamadas con este contacto.',
  ],
  opportunity: ['Opportunity', 'Oportunidad'],
  timeline: ['Timeline', 'Historial'],
  subscribed: ['subscribed', 'suscrito'],
  unsubscribed: ['unsubscribed', 'dado de baja'],
  unsubscribed_link: ['by the link in an email', 'con el enlace de un correo'],
  unsubscribed_member: ['by a member of the workspace', 'por un miembro del espacio de trabajo'],
  unsubscribed_one_click: ['with one click in the mail program', 'con un clic en el programa de correo'],
  marketing: ['Marketing emails', 'Correos de marketing'],
  updated: ['Last change', 'Último cambio'],
});
