import { counted, defineTexts } from '../../i18n/texts';

export const texts = defineTexts({
  detail: ['Differences of the step', 'Diferencias del paso'],
  duration: ['duration', 'duración'],
  edgesChanged: [
    (added: number, removed: number) => `${counted(added, 'edge', 'edges')} added, ${removed} removed`,
    (added: number, removed: number) =>
      `${counted(added, 'conexión añadida', 'conexiones añadidas', 'es')}, ${removed} eliminadas`,
  ],
  equal: ['No difference', 'Sin diferencias'],
  error: ['Error', 'Error'],
  exit: ['Exit', 'Salida por'],
  firstOf: [(kind: string) => `First in ${kind}`, (kind: string) => `Primera en ${kind}`],
  here: ['This run', 'Esta ejecución'],
  input: ['input', 'entrada'],
  noOther: ['There is no other execution of this flow', 'No hay otra ejecución de este flujo'],
  noOtherHint: ['Run the flow again, then compare.', 'Ejecuta el flujo otra vez y compara.'],
  nodesAdded: [(names: string) => `Nodes added: ${names}`, (names: string) => `Nodos añadidos: ${names}`],
  nodesChanged: [(names: string) => `Nodes changed: ${names}`, (names: string) => `Nodos cambiados: ${names}`],
  nodesRemoved: [(names: string) => `Nodes removed: ${names}`, (names: string) => `Nodos eliminados: ${names}`],
  notCompared: [
    'The data of this step was not compared: only that of the first 300 steps is.',
    'Los datos de este paso no se han comparado: solo los de los 300 primeros pasos.',
  ],
  notThere: ['not reached', 'no alcanzado'],
  onlyDifferent: ['Only differences', 'Solo diferencias'],
  onlyHere: ['Only this run came here.', 'Solo esta ejecución llegó aquí.'],
  onlyOne: ['Only one of the runs came here.', 'Solo una de las ejecuciones llegó aquí.'],
  onlyThere: ['Only the other run came here.', 'Solo la otra ejecución llegó aquí.'],
  openOther: ['Open it', 'Abrirla'],
  openVersions: ['Compare the versions', 'Comparar las versiones'],
  otherInput: ['Its input differs.', 'Su entrada es distinta.'],
  otherMissing: ['The other execution does not exist', 'La otra ejecución no existe'],
  otherOutput: ['Its output differs.', 'Su salida es distinta.'],
  otherPath: ['It ended in another way.', 'Terminó de otra manera.'],
  output: ['output', 'salida'],
  partsAt: [
    (name: string, iteration: string) => `The runs part at “${name}”${iteration && `, item ${iteration}`}`,
    (name: string, iteration: string) =>
      `Las ejecuciones se separan en «${name}»${iteration && `, elemento ${iteration}`}`,
  ],
  path: ['path', 'camino'],
  place: ['Place', 'Lugar'],
  same: [
    'Both runs took the same way with the same data.',
    'Ambas ejecuciones siguieron el mismo camino con los mismos datos.',
  ],
  status: ['Status', 'Estado'],
  steps: ['Steps of both runs', 'Pasos de ambas ejecuciones'],
  there: ['Compared with', 'Comparada con'],
  versions: [
    (version: number, against: number) => `This run had version ${version} of the flow, the other version ${against}`,
    (version: number, against: number) => `Esta ejecución usó la versión ${version} del flujo; la otra, la ${against}`,
  ],
  whole: ['(whole value)', '(todo el valor)'],
});
