import { counted, defineTexts } from '../../i18n/texts';

export const contactsTexts = defineTexts({
  addField: ['Add a field', 'Añadir un campo'],
  addTag: ['Add tags', 'Añadir etiquetas'],
  allMatching: [
    (count: number) => `Select all ${count.toLocaleString('en')}`,
    (count: number) => `Seleccionar los ${count.toLocaleString('es')}`,
  ],
  allSelected: [
    (count: number) => `All ${counted(count, 'contact', 'contacts')} of these filters are selected`,
    (count: number) => `Todos los contactos de estos filtros (${count.toLocaleString('es')}) están seleccionados`,
  ],
  allStatuses: ['All statuses', 'Todos los estados'],
  anybody: ['Everybody’s', 'De cualquiera'],
  assign: ['Assign', 'Asignar'],
  change: ['Change', 'Cambiar'],
  changeMany: [
    (count: number) => `Change ${counted(count, 'contact', 'contacts')}?`,
    (count: number) => `¿Cambiar ${counted(count, 'contacto', 'contactos', 'es')}?`,
  ],
  changeManyHint: [
    'A change of all that the filters select cannot be undone.',
    'Un cambio de todo lo que seleccionan los filtros no se puede deshacer.',
  ],
  company: ['Company', 'Empresa'],
  create: ['Create a contact', 'Crear un contacto'],
  custom: ['Further fields', 'Otros campos'],
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
  export: ['Export', 'Exportar'],
  exportAll: [
    (count?: number) => (count === undefined ? 'All contacts.' : `All ${counted(count, 'contact', 'contacts')}.`),
    (count?: number) =>
      count === undefined ? 'Todos los contactos.' : `Todos: ${counted(count, 'contacto', 'contactos', 'es')}.`,
  ],
  exportCsv: ['Export as CSV', 'Exportar como CSV'],
  exportDone: ['The contacts are exported.', 'Los contactos se han exportado.'],
  exportFiltered: [
    (count?: number) => `${count === undefined ? 'The contacts' : counted(count, 'contact', 'contacts')} of the list.`,
    (count?: number) =>
      `${count === undefined ? 'Los contactos' : counted(count, 'contacto', 'contactos', 'es')} de la lista.`,
  ],
  exportHint: [
    'The file can be imported again, also by other systems.',
    'El archivo se puede volver a importar, también en otros sistemas.',
  ],
  exportTitle: ['Export contacts', 'Exportar contactos'],
  fieldName: ['Name of the field', 'Nombre del campo'],
  fieldValue: ['Value', 'Valor'],
  import: ['Import', 'Importar'],
  onlyDoNotContact: ['Do not contact only', 'Solo no contactar'],
  phone: ['Phone', 'Teléfono'],
  phoneHint: ['With the country code: +34 …', 'Con el prefijo: +34 …'],
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
  wereDeleted: [
    (count: number) => `${counted(count, 'contact', 'contacts')} deleted`,
    (count: number) => counted(count, 'contacto eliminado', 'contactos eliminados', 'es'),
  ],
});
