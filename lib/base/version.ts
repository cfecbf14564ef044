import packageFile from '@/package.json' with { type: 'json' };

export const version = packageFile.version;

// `scripts/program.mjs` replaces this text.
const digest: string = 'digest of the sources';

/**
 * Identifies the program: its sources, its packages, and the Node.js that runs it, whose tables of Unicode decide what
 * is a letter. null: the program is not bundled, so its sources may change at any time.
 */
export const programId = /^[0-9a-f]{64}$/.test(digest)
  ? `${digest} ${process.version} ${process.versions.icu ?? ''}`
  : null;
