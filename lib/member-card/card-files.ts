/**
 * Remote mode stores card keys and revocations in the data folder, because it has no database. Earlier releases wrote
 * these files in every mode. Each file is written completely, and then gets its name.
 */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readIfThere, writeOnce } from '@/lib/server/write-once';
import { writeWhole } from '@/lib/server/write-whole';
import { issueCardCode, parseCardCode } from './card-code';
import { importCardKey, makeCardKey, parseCardKey, type CardKey, type StoredCardKey } from './card-key';
import type { CardStore } from './card-store';

/**
 * @param issuer the issuer of the cards. The folder may also contain the files of another association that used the
 * folder before
 */
export function createCardFiles(
  dataDir: string,
  issuer: string,
): CardStore & { signingKey: () => Promise<CardKey> } {
  const generation = async (membershipId: string) => readGeneration(dataDir, keyOf(issuer, membershipId));
  const open = async () =>
    importCardKey(readKeyFile(dataDir) ?? parseKeyFile(dataDir, await writeKeyFile(dataDir)));
  return {
    signingKey: open,
    checkKeys: async () => [await open()],
    issue: async (card) =>
      issueCardCode(await open(), issuer, { ...card, generation: await generation(card.membershipId) }),
    read: async (code) => parseCardCode([await open()], issuer, code),
    generation,
    async revoke(membershipId) {
      const membership = keyOf(issuer, membershipId);
      const line = { membership, generation: (await generation(membershipId)) + 1 };
      mkdirSync(join(dataDir, revocationsFolder), { recursive: true, mode: 0o700 });
      writeWhole(revocationFile(dataDir, membership), `${JSON.stringify(line)}\n`);
    },
  };
}

/**
 * null: there is no key in the folder.
 * @throws Error if the file exists and is not a key of ours
 */
export function readKeyFile(dataDir: string): StoredCardKey | null {
  const text = readIfThere(keyFile(dataDir));
  return text === null ? null : parseKeyFile(dataDir, text);
}

/**
 * Like `readKeyFile`, but a damaged file gives null. Call this if the database has keys: cards can then be checked
 * without the file.
 */
export function readKeyFileIfWhole(dataDir: string): StoredCardKey | null {
  return parseCardKey(readIfThere(keyFile(dataDir)) ?? '');
}

/**
 * The revocations of this issuer, by membership ID. The file is from earlier releases and has one revocation per line.
 */
export function readOldRevocations(dataDir: string, issuer: string): Map<string, number> {
  const start = `${issuer} `;
  const found = [...readOldLines(dataDir)].filter(([membership]) => membership.startsWith(start));
  return new Map(found.map(([membership, generation]) => [membership.slice(start.length), generation]));
}

const revocationsFolder = 'revoked-cards';
const revocationSchema = z.object({ membership: z.string(), generation: z.number().int() });

function keyFile(dataDir: string): string {
  return join(dataDir, 'card-key.json');
}

/** If another process has written a key first, that key is kept. Returns the text of the stored key. */
async function writeKeyFile(dataDir: string): Promise<string> {
  return writeOnce(keyFile(dataDir), `${JSON.stringify(await makeCardKey())}\n`);
}

function parseKeyFile(dataDir: string, text: string): StoredCardKey {
  const key = parseCardKey(text);
  // A new key would invalidate every printed card.
  if (key === null)
    throw new Error(`${keyFile(dataDir)} is not the key that Chapterhouse wrote: restore it from a backup`);
  return key;
}

/** Each membership has its own file, so that concurrent processes cannot lose each other's revocations. */
function revocationFile(dataDir: string, membership: string): string {
  const name = createHash('sha256').update(membership).digest('hex');
  return join(dataDir, revocationsFolder, `${name}.json`);
}

function readGeneration(dataDir: string, membership: string): number {
  const text = readIfThere(revocationFile(dataDir, membership));
  const own = text === null ? 0 : revocationSchema.parse(JSON.parse(text)).generation;
  return Math.max(own, readOldLines(dataDir).get(membership) ?? 0);
}

// A process that was killed may have left half a line, and the next process may have appended a whole line to it. This
// pattern finds the whole lines.
const oldLine = /\{"membership":"(?:[^"\\\n]|\\.)*","generation":\d+\}/g;

function readOldLines(dataDir: string): Map<string, number> {
  const generations = new Map<string, number>();
  for (const [line] of (readIfThere(join(dataDir, 'revoked-cards.jsonl')) ?? '').matchAll(oldLine)) {
    const { membership, generation } = revocationSchema.parse(JSON.parse(line));
    generations.set(membership, Math.max(generation, generations.get(membership) ?? 0));
  }
  return generations;
}

function keyOf(issuer: string, membershipId: string): string {
  return `${issuer} ${membershipId}`;
}
