import { counted, defineTexts } from '../../i18n/texts';

export const texts = defineTexts({
  actions: ['Actions', 'Acciones'],
  active: ['Being driven', 'Activas'],
  allFlows: ['All flows', 'Todos los flujos'],
  allMatching: [
    (count: number) => `Select all ${count.toLocaleString('en')}`,
    (count: number) => `Seleccionar las ${count.toLocaleString('es')}`,
  ],
  allSelected: [
    (count: number) => `All ${count.toLocaleString('en')} executions of these filters are selected`,
    (count: number) => `Están seleccionadas las ${count.toLocaleString('es')} ejecuciones de estos filtros`,
  ],
  anyPhase: ['Any phase', 'Cualquier fase'],
  anyStatus: ['Any status', 'Cualquier estado'],
  anyTime: ['Any time', 'Cualquier fecha'],
  anyTrigger: ['Any trigger', 'Cualquier disparador'],
  bulkDone: [
    (done: number, skipped: number) =>
      `${counted(done, 'execution', 'executions')} done${skipped ? `, ${skipped.toLocaleString('en')} left as they were` : ''}.`,
    (done: number, skipped: number) =>
      `${counted(done, 'ejecución procesada', 'ejecuciones procesadas', 'es')}${skipped ? `, ${skipped.toLocaleString('es')} sin cambios` : ''}.`,
  ],
  cancel: ['Cancel', 'Cancelar'],
  cancelShort: ['Cancel them', 'Cancelarlas'],
  cancelAsk: [
    (count: number) => `Cancel ${counted(count, 'execution', 'executions')}?`,
    (count: number) => `¿Cancelar ${counted(count, 'ejecución', 'ejecuciones', 'es')}?`,
  ],
  cancelHint: [
    'Their open steps are stopped. What was already done is not undone.',
    'Se detienen sus pasos abiertos. Lo ya hecho no se deshace.',
  ],
  cancelled: ['The executions are cancelled', 'Las ejecuciones están canceladas'],
  cancelling: ['Cancelling executions', 'Cancelando ejecuciones'],
  clearFilters: ['Clear the filters', 'Quitar los filtros'],
  clearSelection: ['Clear the selection', 'Quitar la selección'],
  count: ['Failures', 'Fallos'],
  day1: ['Last 24 hours', 'Últimas 24 horas'],
  days30: ['Last 30 days', 'Últimos 30 días'],
  days7: ['Last 7 days', 'Últimos 7 días'],
  description: ['Every run of your flows, live.', 'Cada ejecución de tus flujos, en vivo.'],
  done: ['Ended', 'Terminadas'],
  duration: ['Duration', 'Duración'],
  error: ['Error', 'Error'],
  errors: ['Error groups', 'Grupos de errores'],
  errorsHint: [
    'Failures with the same flow, version, node and code are one group.',
    'Los fallos del mismo flujo, versión, nodo y código forman un grupo.',
  ],
  filteredBy: [(what: string) => `Only ${what}`, (what: string) => `Solo ${what}`],
  first: ['First', 'Primero'],
  flow: ['Flow', 'Flujo'],
  groupRetry: ['Retry all', 'Reintentar todas'],
  groupsNone: ['No failures in this period', 'Sin fallos en este periodo'],
  groupsNoneHint: [
    'When executions fail, they are collected here by their cause.',
    'Cuando fallen ejecuciones, se reunirán aquí por su causa.',
  ],
  inLast24: [
    (count: number) => `${counted(count, 'failure', 'failures')} in the last 24 hours`,
    (count: number) => `${counted(count, 'fallo', 'fallos', 'es')} en las últimas 24 horas`,
  ],
  hour1: ['Last hour', 'Última hora'],
  last: ['Last', 'Último'],
  last24: ['24 hours', '24 horas'],
  list: ['List', 'Lista'],
  none: ['No executions yet', 'Aún no hay ejecuciones'],
  noneHint: [
    'Run a flow manually, or activate one: each run appears here as it starts.',
    'Ejecuta un flujo a mano o activa uno: cada ejecución aparecerá aquí al empezar.',
  ],
  nothing: ['Nothing matches these filters', 'Nada coincide con estos filtros'],
  of: [
    (done: number, total: number) => `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
    (done: number, total: number) => `${done.toLocaleString('es')} de ${total.toLocaleString('es')}`,
  ],
  phase: ['Phase', 'Fase'],
  period: ['Period', 'Periodo'],
  queued: ['Queued', 'En cola'],
  retry: ['Retry', 'Reintentar'],
  retryAsk: [
    (count: number) => `Retry ${counted(count, 'execution', 'executions')}?`,
    (count: number) => `¿Reintentar ${counted(count, 'ejecución', 'ejecuciones', 'es')}?`,
  ],
  retryHint: [
    'Failed ones continue at the steps that failed, with the version of the flow that they ran. Those that were retried before, or still run, are left as they are.',
    'Las fallidas continúan en los pasos que fallaron, con la misma versión del flujo. Las ya reintentadas o aún en curso no cambian.',
  ],
  retried: ['The executions are retried', 'Las ejecuciones se han reintentado'],
  retrying: ['Retrying executions', 'Reintentando ejecuciones'],
  searchHint: ['Flow name or execution ID', 'Flujo o ID de ejecución'],
  skippedBecause: ['Left as they were', 'Sin cambios'],
  started: ['Started', 'Inicio'],
  status: ['Status', 'Estado'],
  title: ['Executions', 'Ejecuciones'],
  trigger: ['Trigger', 'Disparador'],
  versionShort: [(version: number) => `version ${version}`, (version: number) => `versión ${version}`],
  waiting: ['Waiting', 'En espera'],
});

/** What started an execution. */
export const triggerTexts = defineTexts({
  ai_tool: ['AI tool', 'Herramienta de IA'],
  crm_event: ['CRM event', 'Evento de CRM'],
  execution_failed: ['Failed execution', 'Ejecución fallida'],
  manual: ['Manual', 'Manual'],
  schedule: ['Schedule', 'Programación'],
  simulation: ['Simulation', 'Simulación'],
  voice_call: ['Voice call', 'Llamada'],
  webhook: ['Webhook', 'Webhook'],
});
