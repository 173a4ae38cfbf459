import { defineTexts } from '../../i18n/texts';

export const templateTexts = defineTexts({
  body: ['Text', 'Texto'],
  bodyHint: [
    'Plain text, or HTML if it contains tags. Fields work in the subject, too.',
    'Texto sin formato, o HTML si contiene etiquetas. Los campos también funcionan en el asunto.',
  ],
  changed: ['Changed', 'Modificada'],
  create: ['New template', 'Nueva plantilla'],
  deleteHint: [
    'Campaigns that use it cannot be sent until another template is chosen. This cannot be undone.',
    'Las campañas que la usan no se pueden enviar hasta elegir otra plantilla. No se puede deshacer.',
  ],
  deleteTitle: [(name: string) => `Delete ${name}?`, (name: string) => `¿Eliminar ${name}?`],
  description: [
    'The emails and WhatsApp messages that campaigns send.',
    'Los correos y mensajes de WhatsApp que envían las campañas.',
  ],
  edit: ['Edit the template', 'Editar la plantilla'],
  empty: ['No templates yet', 'Aún no hay plantillas'],
  emptyHint: [
    'A template is written once; its fields are filled in for each contact.',
    'Una plantilla se escribe una vez; sus campos se rellenan para cada contacto.',
  ],
  insert: ['Insert a field', 'Insertar un campo'],
  insertHint: [
    'A field such as {{contact.name}} is filled in for each contact.',
    'Un campo como {{contact.name}} se rellena para cada contacto.',
  ],
  language: ['Language', 'Idioma'],
  languageHint: ['Its code, for example es or pt_BR.', 'Su código, por ejemplo es o pt_BR.'],
  name: ['Name', 'Nombre'],
  search: ['Search templates', 'Buscar plantillas'],
  status_active: ['Ready', 'Lista'],
  status_approved: ['Approved', 'Aprobada'],
  status_archived: ['Archived', 'Archivada'],
  status_draft: ['Draft', 'Borrador'],
  status_pending: ['In review', 'En revisión'],
  status_rejected: ['Rejected', 'Rechazada'],
  subject: ['Subject', 'Asunto'],
  title: ['Message templates', 'Plantillas de mensajes'],
  variables: ['Variables', 'Variables'],
  variablesHint: [
    'Fields of contacts: the first is {{1}} in the text, the second {{2}}.',
    'Campos de contactos: el primero es {{1}} en el texto; el segundo, {{2}}.',
  ],
  whatsappName: [
    'The name of the template at WhatsApp, for example order_sent.',
    'El nombre de la plantilla en WhatsApp, por ejemplo order_sent.',
  ],
  whatsappStatus: [
    'As WhatsApp shows it. Campaigns offer approved templates only.',
    'Como lo muestra WhatsApp. Las campañas solo ofrecen plantillas aprobadas.',
  ],
});
