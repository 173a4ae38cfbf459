import { defineTexts } from '../i18n/texts';

const roles = {
  ADMIN: ['Admin', 'Administrador'],
  EDITOR: ['Editor', 'Editor'],
  OWNER: ['Owner', 'Propietario'],
  VIEWER: ['Viewer', 'Lector'],
} as const;

/** What a member may do in a workspace. */
export type Role = keyof typeof roles;

/** Words that several screens use. */
export const common = defineTexts({
  add: ['Add', 'Añadir'],
  all: ['All', 'Todos'],
  cancel: ['Cancel', 'Cancelar'],
  close: ['Close', 'Cerrar'],
  copied: ['Copied', 'Copiado'],
  copy: ['Copy', 'Copiar'],
  create: ['Create', 'Crear'],
  delete: ['Delete', 'Eliminar'],
  details: ['Details', 'Detalles'],
  discard: ['Discard', 'Descartar'],
  discardText: ['What you have typed is not saved.', 'Lo que has escrito no está guardado.'],
  discardTitle: ['Discard your changes?', '¿Descartar tus cambios?'],
  edit: ['Edit', 'Editar'],
  keepEditing: ['Keep editing', 'Seguir editando'],
  loading: ['Loading', 'Cargando'],
  more: ['More actions', 'Más acciones'],
  name: ['Name', 'Nombre'],
  never: ['Never', 'Nunca'],
  no: ['No', 'No'],
  none: ['None', 'Ninguno'],
  notAllowed: ['Your role does not allow this.', 'Tu rol no lo permite.'],
  readOnly: [
    'You can look at this, but your role does not allow changes.',
    'Puedes verlo, pero tu rol no permite cambios.',
  ],
  requestId: [(id: string) => `Request ${id}`, (id: string) => `Solicitud ${id}`],
  retry: ['Try again', 'Reintentar'],
  save: ['Save', 'Guardar'],
  role: [(role: Role) => roles[role][0], (role: Role) => roles[role][1]],
  saved: ['Saved', 'Guardado'],
  search: ['Search', 'Buscar'],
  selected: [(count: number) => `${count} selected`, (count: number) => `${count} seleccionados`],
  undo: ['Undo', 'Deshacer'],
  unreachable: [
    'The server cannot be reached. Check your connection; the page continues by itself.',
    'No se puede acceder al servidor. Comprueba tu conexión; la página continuará sola.',
  ],
  unexpected: ['This part of the page has failed.', 'Esta parte de la página ha fallado.'],
  yes: ['Yes', 'Sí'],
});
