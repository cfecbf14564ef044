// Runs service.ts as `npm start` runs server.ts.
import { importProgram } from '../scripts/program.mjs';

await importProgram('faults/service.ts');
