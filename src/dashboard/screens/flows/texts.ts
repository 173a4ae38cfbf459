import { counted, defineTexts } from '../../i18n/texts';

const triggers: Readonly<Record<string, readonly [string, string]>> = {
  ai_tool: ['AI tool', 'Herramienta de IA'],
  crm_event: ['CRM event', 'Evento del CRM'],
  execution_failed: ['Failed execution', 'Ejecución fallida'],
  manual: ['Manual', 'Manual'],
  schedule: ['Schedule', 'Programado'],
  voice_call: ['Voice call', 'Llamada'],
  webhook: ['Webhook', 'Webhook'],
};
const states: Readonly<Record<string, readonly [string, string]>> = {
  cancelled: ['Cancelled', 'Cancelada'],
  completed: ['Completed', 'Completada'],
  failed: ['Failed', 'Fallida'],
  running: ['Running', 'En curso'],
  waiting: ['Waiting', 'En espera'],
};
const oneOf = (words: Readonly<Record<string, readonly [string, string]>>) =>
  [(name: string) => words[name]?.[0] ?? name, (name: string) => words[name]?.[1] ?? name] as const;
const flows = (count: number) => counted(count, 'flow', 'flows');
const flujos = (count: number) => counted(count, 'flujo', 'flujos', 'es');

export const texts = defineTexts({
  about: ['Automations: what starts them, and what they do.', 'Automatizaciones: qué las inicia y qué hacen.'],
  actions: ['Actions', 'Acciones'],
  actionsOf: [(name: string) => `Actions of ${name}`, (name: string) => `Acciones de ${name}`],
  activate: [(name: string) => `${name} is active`, (name: string) => `${name} está activo`],
  activateAll: ['Activate', 'Activar'],
  activated: [(name: string) => `${name} is active.`, (name: string) => `${name} está activo.`],
  active: ['Active', 'Activo'],
  addTag: ['Add a tag', 'Añadir etiqueta'],
  allFlows: ['All flows', 'Todos los flujos'],
  andMore: [(count: number) => `and ${count} more`, (count: number) => `y ${count} más`],
  anyState: ['Any state', 'Cualquier estado'],
  anyTrigger: ['Any trigger', 'Cualquier disparador'],
  cannotActivate: [
    (name: string) => `${name} cannot be activated yet`,
    (name: string) => `${name} aún no se puede activar`,
  ],
  cannotActivateText: [
    'Correct this in the editor, then activate it.',
    'Corrige esto en el editor y vuelve a intentarlo.',
  ],
  changed: ['Changed', 'Cambiado'],
  chooseNone: ['Select none', 'No seleccionar ninguno'],
  chosen: [(count: number) => `${flows(count)} selected`, (count: number) => `${flujos(count)} seleccionados`],
  completedOf: [
    (done: number, all: number) => `${done} of the last ${all} executions completed`,
    (done: number, all: number) => `${done} de las últimas ${all} ejecuciones completadas`,
  ],
  create: ['New flow', 'Nuevo flujo'],
  createEmpty: ['Create an empty flow', 'Crear un flujo vacío'],
  delete: ['Delete', 'Eliminar'],
  deleteActive: [
    (count: number) => `${counted(count, 'is', 'are')} active and will no longer be started.`,
    (count: number) =>
      `${counted(count, 'está activo y ya no se iniciará', 'están activos y ya no se iniciarán', 'es')}.`,
  ],
  deleteCount: [(count: number) => `Delete ${flows(count)}?`, (count: number) => `¿Eliminar ${flujos(count)}?`],
  deleteFolderText: ['Its flows and folders move up one level.', 'Sus flujos y carpetas suben un nivel.'],
  deleteText: ['This cannot be undone. Executions stay.', 'No se puede deshacer. Las ejecuciones se conservan.'],
  deleteTitle: [(name: string) => `Delete ${name}?`, (name: string) => `¿Eliminar ${name}?`],
  doing_activate: ['Activating flows', 'Activando flujos'],
  doing_delete: ['Deleting flows', 'Eliminando flujos'],
  doing_move: ['Moving flows', 'Moviendo flujos'],
  doing_pause: ['Pausing flows', 'Pausando flujos'],
  doing_tag: ['Tagging flows', 'Etiquetando flujos'],
  done_activate: [(count: number) => `${flows(count)} activated.`, (count: number) => `${flujos(count)} activados.`],
  done_pause: [(count: number) => `${flows(count)} paused.`, (count: number) => `${flujos(count)} en pausa.`],
  done_delete: [(count: number) => `${flows(count)} deleted.`, (count: number) => `${flujos(count)} eliminados.`],
  done_tag: [(count: number) => `${flows(count)} tagged.`, (count: number) => `${flujos(count)} etiquetados.`],
  done_move: [(count: number) => `${flows(count)} moved.`, (count: number) => `${flujos(count)} movidos.`],
  draft: ['Draft', 'Borrador'],
  duplicate: ['Duplicate', 'Duplicar'],
  duplicated: [(name: string) => `${name} is a copy, and paused.`, (name: string) => `${name} es una copia, en pausa.`],
  editFolder: ['Rename or move', 'Renombrar o mover'],
  executions: ['Executions', 'Ejecuciones'],
  export: ['Export as a file', 'Exportar a un archivo'],
  flows: ['Flows', 'Flujos'],
  folder: ['Folder', 'Carpeta'],
  folders: ['Folders', 'Carpetas'],
  fromTemplate: ['Or begin with a template', 'O empieza con una plantilla'],
  importFile: ['Import a file', 'Importar un archivo'],
  imported: [(name: string) => `${name} is imported, and paused.`, (name: string) => `${name} importado, en pausa.`],
  importedWith: [
    (name: string, count: number) =>
      `${name} is imported. ${counted(count, 'problem', 'problems')} to correct before you activate it.`,
    (name: string, count: number) =>
      `${name} importado. ${counted(count, 'problema', 'problemas', 'es')} por corregir antes de activarlo.`,
  ],
  inFolder: ['In', 'Dentro de'],
  lastExecution: ['Last execution', 'Última ejecución'],
  move: ['Move to a folder', 'Mover a una carpeta'],
  moveTitle: [(count: number) => `Move ${flows(count)}`, (count: number) => `Mover ${flujos(count)}`],
  name: ['Name', 'Nombre'],
  neverRun: ['Never run', 'Sin ejecuciones'],
  newFolder: ['New folder', 'Nueva carpeta'],
  noFile: ['The file must be JSON, as exported from here.', 'El archivo debe ser JSON, como se exporta desde aquí.'],
  noFlows: ['No flows yet', 'Aún no hay flujos'],
  noFlowsHint: [
    'Begin with an empty one, or with one of these recipes.',
    'Empieza con uno vacío o con una de estas recetas.',
  ],
  noFlowsToSee: ['Members who can edit flows create them here.', 'Aquí los crean quienes pueden editar flujos.'],
  noFolder: ['Without a folder', 'Sin carpeta'],
  notChanged: [
    (count: number) => `${counted(count, 'flow was', 'flows were')} not changed`,
    (count: number) => `${counted(count, 'flujo no cambió', 'flujos no cambiaron', 'es')}`,
  ],
  nothingFound: ['No flow matches', 'Ningún flujo coincide'],
  nothingFoundHint: ['Change the search or the filters.', 'Cambia la búsqueda o los filtros.'],
  openFlow: ['Open in the editor', 'Abrir en el editor'],
  othersChanged: [
    (count: number) =>
      count === 0 ? 'They are still selected.' : `${flows(count)} changed. The others are still selected.`,
    (count: number) =>
      count === 0
        ? 'Siguen seleccionados.'
        : `${counted(count, 'flujo cambió', 'flujos cambiaron', 'es')}. Los demás siguen seleccionados.`,
  ],
  pauseAll: ['Pause', 'Pausar'],
  paused: ['Paused', 'En pausa'],
  pausedNow: [(name: string) => `${name} is paused.`, (name: string) => `${name} está en pausa.`],
  progress: [
    (reached: number, total: number) => `${reached} of ${flows(total)}`,
    (reached: number, total: number) => `${reached} de ${flujos(total)}`,
  ],
  recent: ['Recent', 'Recientes'],
  reset: ['Show all flows', 'Ver todos los flujos'],
  save: ['Save', 'Guardar'],
  search: ['Search flows', 'Buscar flujos'],
  state: oneOf(states),
  status: ['Active', 'Activo'],
  tag: ['Tag', 'Etiqueta'],
  topLevel: ['Top level', 'Nivel superior'],
  trigger: ['Trigger', 'Disparador'],
  triggerName: oneOf(triggers),
  untitled: ['New flow', 'Nuevo flujo'],
  withTag: [(tag: string) => `Tag: ${tag}`, (tag: string) => `Etiqueta: ${tag}`],
});
