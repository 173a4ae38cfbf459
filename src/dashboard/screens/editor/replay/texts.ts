import { counted, defineTexts } from '../../../i18n/texts';
import { oneOf } from '../texts';

const comparisons: Readonly<Record<string, readonly [string, string]>> = {
  added: ['Added', 'Añadido'],
  changed: ['Changed', 'Cambiado'],
  removed: ['Removed', 'Eliminado'],
  same: ['Same', 'Igual'],
  unrecorded: ['Not recorded', 'Sin registro'],
};
const results: Readonly<Record<string, readonly [string, string]>> = {
  different: ['Different', 'Distinta'],
  notReplayed: ['Not replayed', 'Sin repetir'],
  same: ['Same', 'Igual'],
};
const reasons: Readonly<Record<string, readonly [string, string]>> = {
  cancelled: ['It was cancelled before its end.', 'Se canceló antes de terminar.'],
  notBegun: ['It ended before its first step.', 'Terminó antes de su primer paso.'],
  running: ['It has not ended yet.', 'Aún no ha terminado.'],
  startNodeMissing: ['It began at a node that the draft lacks.', 'Empezó en un nodo que falta en el borrador.'],
  timeLimit: ['Its replay takes too long.', 'Repetirla tarda demasiado.'],
  tooLarge: ['It has too many steps or too much data.', 'Tiene demasiados pasos o datos.'],
};
const parts: Readonly<Record<string, readonly [string, string]>> = {
  error: ['Error', 'Error'],
  handle: ['Exit', 'Salida del nodo'],
  input: ['Input', 'Entrada'],
  output: ['Output', 'Salida'],
  status: ['Status', 'Estado'],
  type: ['Type', 'Tipo'],
};
export const replayTexts = defineTexts({
  after: ['Now', 'Ahora'],
  before: ['Recorded', 'Registrado'],
  choose: ['Choose an execution to see its steps.', 'Elige una ejecución para ver sus pasos.'],
  comparison: oneOf(comparisons),
  count: ['How many executions', 'Cuántas ejecuciones'],
  cut: ['Only the beginning is shown.', 'Solo se muestra el principio.'],
  different: [
    (count: number) => `${count.toLocaleString('en')} different`,
    (count: number) => counted(count, 'distinta', 'distintas', 'es'),
  ],
  executions: ['Executions', 'Ejecuciones'],
  firstAt: [(node: string) => `First at ${node}`, (node: string) => `Primero en ${node}`],
  hint: [
    'Runs your draft with the data of recent executions and compares each step. Calls and waits end as they were recorded: nothing is sent, and nothing is stored.',
    'Ejecuta tu borrador con los datos de ejecuciones recientes y compara cada paso. Las llamadas y esperas terminan como se registraron: no se envía ni se guarda nada.',
  ],
  last: [(count: number) => `Last ${count}`, (count: number) => `Últimas ${count}`],
  moreSteps: [
    (count: number) => `${counted(count, 'step', 'steps')} more, all the same`,
    (count: number) => `${counted(count, 'paso', 'pasos', 'es')} más, todos iguales`,
  ],
  none: ['The flow has no executions that ended.', 'El flujo no tiene ejecuciones terminadas.'],
  noneHint: [
    'Run it for real first, or activate it. Simulations are not compared.',
    'Ejecútalo de verdad primero o ponlo en marcha. Las simulaciones no se comparan.',
  ],
  notReplayed: [
    (count: number) => `${count.toLocaleString('en')} not replayed`,
    (count: number) => `${count.toLocaleString('es')} sin repetir`,
  ],
  openExecution: ['Open the execution', 'Abrir la ejecución'],
  outdated: [
    'The draft was changed since. Replay again to compare it.',
    'El borrador ha cambiado. Repite para compararlo.',
  ],
  part: oneOf(parts),
  progress: [
    (done: number, of: number) => `${done} of ${of} executions`,
    (done: number, of: number) => `${done} de ${of} ejecuciones`,
  ],
  reason: oneOf(reasons),
  replay: ['Replay', 'Repetir'],
  replayRecent: ['Replay against recent executions', 'Repetir con ejecuciones recientes'],
  result: oneOf(results),
  same: [
    (count: number) => `${count.toLocaleString('en')} the same`,
    (count: number) => counted(count, 'igual', 'iguales', 'es'),
  ],
  steps: ['Steps', 'Pasos'],
  title: ['Shadow replay', 'Repetición en sombra'],
  unrecordedHint: [
    'This call or wait was not recorded: an example or the pinned output was used.',
    'Esta llamada o espera no se registró: se usó un ejemplo o la salida fijada.',
  ],
});
