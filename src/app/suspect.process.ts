import { driveSuspects } from './drive-suspects.js';

await driveSuspects();
process.exit(0);
