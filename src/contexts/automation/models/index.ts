import { defineModule } from '../../module.js';
import { modelPort } from './model-port.js';

export { createModels } from './create-models.js';
export { modelOf } from './model-port.js';

export const modelsModule = defineModule({
  name: 'automation/models',
  ports: { model: modelPort },
});
