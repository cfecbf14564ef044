/**
 * Which generation of cards is good, by membership. Kept in `DATA_DIR`/revoked-cards.jsonl, to which processes only
 * append: two that write at once cannot lose a revocation.
 */
import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '@/lib/error-code';

const lineSchema = z.object({ membership: z.string(), generation: z.number().int() });

/** The generation that cards of a membership are issued with now; all earlier ones are revoked. */
export async function currentGeneration(
  dataDir: string,
  issuer: string,
  membershipId: string,
): Promise<number> {
  return (await read(dataDir)).get(keyOf(issuer, membershipId)) ?? 0;
}

/** Revokes every card of the membership that was issued so far. */
export async function revokeCards(dataDir: string, issuer: string, membershipId: string): Promise<void> {
  const generation = (await currentGeneration(dataDir, issuer, membershipId)) + 1;
  const line = JSON.stringify({ membership: keyOf(issuer, membershipId), generation });
  await appendFile(join(dataDir, fileName), `${line}\n`, { mode: 0o600, flush: true });
}

const fileName = 'revoked-cards.jsonl';
const known = new Map<string, { sizeBytes: number; generations: Map<string, number> }>();

/** Read again only when the file has grown. */
async function read(dataDir: string): Promise<Map<string, number>> {
  const file = join(dataDir, fileName);
  const sizeBytes = await sizeIfThere(file);
  const before = known.get(file);
  if (before?.sizeBytes === sizeBytes) return before.generations;
  const generations = new Map<string, number>();
  const text = sizeBytes === 0 ? '' : await readFile(file, 'utf8');
  for (const line of text.split('\n')) {
    // A last line without its end is being written by another process.
    if (line === '' || !line.endsWith('}')) continue;
    const { membership, generation } = lineSchema.parse(JSON.parse(line));
    generations.set(membership, Math.max(generation, generations.get(membership) ?? 0));
  }
  known.set(file, { sizeBytes, generations });
  return generations;
}

async function sizeIfThere(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0;
    throw error;
  }
}

function keyOf(issuer: string, membershipId: string): string {
  return `${issuer} ${membershipId}`;
}
