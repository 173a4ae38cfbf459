import { counted, defineTexts } from '../../i18n/texts';

export const texts = defineTexts({
  created: ['Created', 'Creado'],
  deleteHint: [
    'Flows, messages and links that use it will not find it any more. This cannot be undone.',
    'Los flujos, mensajes y enlaces que lo usan ya no lo encontrarán. No se puede deshacer.',
  ],
  deleteTitle: [(name: string) => `Delete “${name}”?`, (name: string) => `¿Eliminar «${name}»?`],
  description: [
    'What flows and people store. A file is deleted with its execution unless it is kept.',
    'Lo que guardan flujos y personas. Un archivo se elimina con su ejecución si no se conserva.',
  ],
  download: ['Download', 'Descargar'],
  dropHere: ['Drop the files to upload them', 'Suelta los archivos para subirlos'],
  emptyFile: ['This file is empty.', 'Este archivo está vacío.'],
  execution: ['Execution', 'Ejecución'],
  expires: ['Deleted on', 'Se elimina el'],
  firstRows: [
    (shown: number, all: number) => `The first ${shown} of ${all} rows are shown. Download the file to see the others.`,
    (shown: number, all: number) =>
      `Se muestran las primeras ${shown} de ${all} filas. Descarga el archivo para ver las demás.`,
  ],
  keep: ['Keep', 'Conservar'],
  kept: ['Kept', 'Conservado'],
  noPreview: [
    'This type of file has no preview. Download it to see it.',
    'Este tipo de archivo no tiene vista previa. Descárgalo para verlo.',
  ],
  none: ['No files', 'No hay archivos'],
  noneFound: ['No file has this name', 'Ningún archivo tiene este nombre'],
  noneHint: [
    'Upload one, or drop files here. Files of flows, forms and emails appear here, too.',
    'Sube uno o suelta archivos aquí. También aparecen los de flujos, formularios y correos.',
  ],
  open: ['Open', 'Abrir'],
  preview: ['Preview', 'Vista previa'],
  release: ['Do not keep', 'No conservar'],
  size: ['Size', 'Tamaño'],
  title: ['Files', 'Archivos'],
  tooLargeToShow: [
    'The file is too large for a preview. Download it to see it.',
    'El archivo es demasiado grande para la vista previa. Descárgalo para verlo.',
  ],
  type: ['Type', 'Tipo'],
  upload: ['Upload files', 'Subir archivos'],
  uploaded: [
    (count: number) => counted(count, 'file uploaded', 'files uploaded'),
    (count: number) => counted(count, 'archivo subido', 'archivos subidos', 'es'),
  ],
  uploading: [
    (name: string, percent: number) => `${name}: ${percent} % uploaded`,
    (name: string, percent: number) => `${name}: ${percent} % subido`,
  ],
});
