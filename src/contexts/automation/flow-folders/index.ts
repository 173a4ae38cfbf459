import { defineModule } from '../../module.js';
import { FlowCountResolver } from './flow-count.resolver.js';
import { folders } from './flow-folder.record.js';

export { folders } from './flow-folder.record.js';

export const flowFoldersModule = defineModule({
  name: 'automation/flow-folders',
  records: [folders],
  resolvers: [FlowCountResolver],
});
