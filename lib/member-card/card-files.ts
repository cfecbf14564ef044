/**
 * Card keys and revocations as files in the data folder. They are used in remote mode, which has no database. Earlier
 * releases wrote them in every mode. Each file is written completely, and then gets its name.
 */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readIfThere, writeOnce } from '@/lib/server/write-once';
import { writeWhole } from '@/lib/server/write-whole';
import { importCardKey, makeCardKey, parseCardKey, type StoredCardKey } from './card-key';
import type { CardStore } from './card-store';

/** @param issuer the issuer of the cards. Another association may have used the folder before */
export function createCardFiles(dataDir: string, issuer: string): CardStore {
  const generation = async (membershipId: string) => readGeneration(dataDir, keyOf(issuer, membershipId));
  const open = async () =>
    importCardKey(readKeyFile(dataDir) ?? parseKeyFile(dataDir, await writeKeyFile(dataDir)));
  return {
    signingKey: open,
    checkKeys: async () => [await open()],
    generation,
    async revoke(membershipId) {
      const membership = keyOf(issuer, membershipId);
      const line = { membership, generation: (await generation(membershipId)) + 1 };
      mkdirSync(join(dataDir, revocationsFolder), { recursive: true, mode: 0o700 });
      writeWhole(revocationFile(dataDir, membership), `${JSON.stringify(line)}\n`);
    },
  };
}

/** The key in the folder. null: there is none. @throws Error if the file exists and is not a key of ours */
export function readKeyFile(dataDir: string): StoredCardKey | null {
  const text = readIfThere(keyFile(dataDir));
  return text === null ? null : parseKeyFile(dataDir, text);
}

/**
 * Like `readKeyFile`, but a damaged file gives null. Call this if the database has keys: the cards can then still be
 * checked even if the file is damaged.
 */
export function readKeyFileIfWhole(dataDir: string): StoredCardKey | null {
  return parseCardKey(readIfThere(keyFile(dataDir)) ?? '');
}

/**
 * The revocations of this issuer, from the file of earlier releases, which has one per line. The keys of the map are
 * membership IDs.
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

/** Writes a new key unless another process has written one first. Returns the text of the stored key. */
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

/** One file per membership, so that concurrent processes cannot lose each other's revocations. */
function revocationFile(dataDir: string, membership: string): string {
  const name = createHash('sha256').update(membership).digest('hex');
  return join(dataDir, revocationsFolder, `${name}.json`);
}

function readGeneration(dataDir: string, membership: string): number {
  const text = readIfThere(revocationFile(dataDir, membership));
  const own = text === null ? 0 : revocationSchema.parse(JSON.parse(text)).generation;
  return Math.max(own, readOldLines(dataDir).get(membership) ?? 0);
}

// A process that was killed may have left half a line, to which the next process appended a whole line. This finds the
// whole lines.
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
