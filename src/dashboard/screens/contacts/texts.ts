import { counted, defineTexts } from '../../i18n/texts';

export const contactsTexts = defineTexts({
  addField: ['Add a field', 'Añadir un campo'],
  addTag: ['Add tags', 'Añadir etiquetas'],
  allStatuses: ['All statuses', 'Todos los estados'],
  anybody: ['Everybody’s', 'De cualquiera'],
  assign: ['Assign', 'Asignar'],
  company: ['Company', 'Empresa'],
  create: ['Create a contact', 'Crear un contacto'],
  custom: ['Further fields', 'Otros campos'],
  deleting: ['Deleting contacts', 'Eliminando contactos'],
  deleteMany: [
    (count: number) => `Delete ${counted(count, 'contact', 'contacts')}?`,
    (count: number) => `¿Eliminar ${counted(count, 'contacto', 'contactos', 'es')}?`,
  ],
  deleteManyHint: [
    'Their conversations and campaign results are deleted, too. This cannot be undone.',
    'También se eliminan sus conversaciones y resultados de campañas. No se puede deshacer.',
  ],
  description: [
    'Everybody your flows, campaigns and members talk to.',
    'Todas las personas con las que hablan tus flujos, campañas y miembros.',
  ],
  doNotContactHint: [
    'Flows, sequences and campaigns send no messages to this contact.',
    'Los flujos, secuencias y campañas no envían mensajes a este contacto.',
  ],
  edit: ['Edit the contact', 'Editar el contacto'],
  email: ['Email', 'Correo'],
  empty: ['No contacts yet', 'Aún no hay contactos'],
  emptyHint: [
    'Create one, or import a CSV file of another system.',
    'Crea uno, o importa un archivo CSV de otro sistema.',
  ],
  exportCsv: ['Export all contacts as CSV', 'Exportar todos los contactos como CSV'],
  exportDone: ['The contacts are exported.', 'Los contactos se han exportado.'],
  failed: [
    (count: number, reason: string) => `${counted(count, 'contact was', 'contacts were')} not changed: ${reason}`,
    (count: number, reason: string) =>
      `${counted(count, 'contacto no cambió', 'contactos no cambiaron', 'es')}: ${reason}`,
  ],
  fieldName: ['Name of the field', 'Nombre del campo'],
  fieldValue: ['Value', 'Valor'],
  import: ['Import', 'Importar'],
  onlyDoNotContact: ['Do not contact only', 'Solo no contactar'],
  phone: ['Phone', 'Teléfono'],
  phoneHint: ['With the country code: +34 …', 'Con el prefijo: +34 …'],
  progress: [
    (done: number, total: number) => `${done.toLocaleString('en')} of ${counted(total, 'contact', 'contacts')}`,
    (done: number, total: number) => `${done.toLocaleString('es')} de ${counted(total, 'contacto', 'contactos', 'es')}`,
  ],
  removeField: [(name: string) => `Remove ${name}`, (name: string) => `Quitar ${name}`],
  removeTag: ['Remove tags', 'Quitar etiquetas'],
  search: ['Search contacts', 'Buscar contactos'],
  setStatus: ['Set the status', 'Cambiar el estado'],
  showTag: [
    (tag: string) => `Show contacts with the tag ${tag}`,
    (tag: string) => `Ver contactos con la etiqueta ${tag}`,
  ],
  source: ['Source', 'Origen'],
  tag: ['Tag', 'Etiqueta'],
  title: ['Contacts', 'Contactos'],
  total: [
    (count: number) => counted(count, 'contact', 'contacts'),
    (count: number) => counted(count, 'contacto', 'contactos', 'es'),
  ],
  updated: [
    (count: number) => `${counted(count, 'contact', 'contacts')} updated`,
    (count: number) => counted(count, 'contacto actualizado', 'contactos actualizados', 'es'),
  ],
  updating: ['Updating contacts', 'Actualizando contactos'],
  wereDeleted: [
    (count: number) => `${counted(count, 'contact', 'contacts')} deleted`,
    (count: number) => counted(count, 'contacto eliminado', 'contactos eliminados', 'es'),
  ],
});
