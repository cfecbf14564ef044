import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Reads .env in the working folder, if it exists. Ends the process if this user may not read the file. */
export function loadEnv() {
  if (!existsSync('.env')) return;
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    console.error(`${resolve('.env')} cannot be read by this user (${error.code ?? error.message}).`);
    console.error('Make the user that runs Chapterhouse its owner (chown), with mode 600.');
    process.exit(1);
  }
}
