/**
 * Records what a page reads from the directory, so that the page stays cached after a change that does not affect it.
 * To find out, the page's queries are made again and their results compared.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Directory, DirectoryAbout } from './directory';
import type { RecordReads } from '@/lib/server/pages';

export interface RecordingDirectory {
  directory: Directory;
  record: RecordReads;
}

/** Equal keys mean equal queries. */
interface Query {
  key: string;
  run: () => unknown;
}

interface Reads {
  /** Each query with the digest of its result. null: it gave two different results. */
  made: Map<string, { run: Query['run']; digest: string | null }>;
  versions: Set<string>;
}

export function recordingDirectory(source: Directory): RecordingDirectory {
  const recording = new AsyncLocalStorage<Reads>();
  const version = () => source.about().version;
  const digests = createDigests(version);
  const read = <T>(key: string, run: () => T): T => {
    const result = run();
    const reads = recording.getStore();
    if (reads === undefined) return result;
    const digest = digests.of(key, () => result);
    const before = reads.made.get(key);
    reads.made.set(key, { run, digest: before === undefined || before.digest === digest ? digest : null });
    reads.versions.add(version());
    return result;
  };
  const everything: Query = { key: 'everything', run: version };
  return {
    directory: withReads(source, read, { isRecording: () => recording.getStore() !== undefined, everything }),
    async record(work) {
      const reads: Reads = { made: new Map(), versions: new Set() };
      const before = version();
      const result = await recording.run(reads, work);
      if (reads.made.size === 0) reads.made.set(everything.key, { run: version, digest: digestOf(before) });
      const [only, ...others] = reads.versions;
      let checked = others.length === 0 ? (only ?? null) : null;
      const isCurrent = () => {
        const now = version();
        if (checked === now) return true;
        for (const [key, { run, digest }] of reads.made) if (digests.of(key, run) !== digest) return false;
        checked = now;
        return true;
      };
      return { result, isCurrent };
    },
  };
}

function withReads(
  source: Directory,
  read: <T>(key: string, run: () => T) => T,
  { isRecording, everything }: { isRecording: () => boolean; everything: Query },
): Directory {
  return {
    search: (filter, pageSize) =>
      read(`search ${JSON.stringify([filter, pageSize])}`, () => source.search(filter, pageSize)),
    facets: () => read('facets', () => source.facets()),
    alternatives: (filter) =>
      read(`alternatives ${JSON.stringify(filter)}`, () => source.alternatives(filter)),
    withOptionIds: (filter) => read(`ids ${JSON.stringify(filter)}`, () => source.withOptionIds(filter)),
    clusters: (filter, area) =>
      read(`clusters ${JSON.stringify([filter, area])}`, () => source.clusters(filter, area)),
    placeOfPostcode: (text, country) =>
      read(`postcode ${JSON.stringify([text, country])}`, () => source.placeOfPostcode(text, country)),
    placesOfMembers: (text, limit) =>
      read(`places ${JSON.stringify([text, limit])}`, () => source.placesOfMembers(text, limit)),
    // Not recorded: it only affects the order of offered places, and is called for thousands of places.
    membersNear: (point) => source.membersNear(point),
    areaNamed: (text) => read(`area ${text}`, () => source.areaNamed(text)),
    understand: (text, known) =>
      read(`understand ${JSON.stringify([text, known.country, known.hasPlace])}`, () =>
        source.understand(text, known),
      ),
    entries(from) {
      read(everything.key, everything.run);
      return source.entries(from);
    },
    find: (id) => read(`find ${id}`, () => source.find(id)),
    categoryDescription: (id) => read(`category ${id}`, () => source.categoryDescription(id)),
    about: () => (isRecording() ? recordedAbout(source, read) : source.about()),
    start: () => source.start(),
    refresh: () => source.refresh(),
    stop: () => source.stop(),
  };
}

/**
 * Only the facts from `about` that a page reads. Those about the last refresh are not recorded, because they change
 * without a new version.
 */
function recordedAbout(source: Directory, read: <T>(key: string, run: () => T) => T): DirectoryAbout {
  const { loadedAt, isStale, problems } = source.about();
  const fact = <Name extends 'version' | 'memberCount' | 'country'>(name: Name) =>
    read(`about ${name}`, () => source.about()[name]);
  return {
    loadedAt,
    isStale,
    problems,
    get version() {
      return fact('version');
    },
    get memberCount() {
      return fact('memberCount');
    },
    get country() {
      return fact('country');
    },
  };
}

/** Several pages make the same queries, so each query is made only once for each version. */
function createDigests(version: () => string): { of(key: string, run: () => unknown): string } {
  let [known, of] = [new Map<string, string>(), ''];
  return {
    of(key, run) {
      const now = version();
      if (now !== of) [known, of] = [new Map(), now];
      const digest = known.get(key) ?? digestOf(run());
      if (known.size < maxDigests) known.set(key, digest);
      return digest;
    },
  };
}

// Visitors choose the queries, so the number of digests is limited. Each has about 200 bytes.
const maxDigests = 20_000;

function digestOf(result: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(result) ?? '')
    .digest('base64url');
}
