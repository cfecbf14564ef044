/**
 * Ends a service and an import with `kill -9`, 100 times, at seeded random moments while they write. After each `kill`,
 * every change that a response confirmed must be stored, and no write may be incomplete. `npm run bench:kill [-- ROUNDS
 * SEED POSTGRES_URL]`; the database must be empty.
 */
import { newDataDir } from '../faults/service-process';
import { runKillRounds } from '../faults/kill-rounds';

const [rounds = '100', seed = '1', postgresUrl = null] = process.argv.slice(2);
const { dataDir, remove } = newDataDir();
try {
  const options = { rounds: Number(rounds), seed: Number(seed), log: console.log };
  console.table([await runKillRounds({ dataDir, postgresUrl }, options)]);
} finally {
  remove();
}
