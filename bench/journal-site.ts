import { join } from 'node:path';
import { Installation } from '../e2e/installation';
import { watchedId, writeJournalMembers } from './journal-members';
import { random } from './map-members';
import type { LoadRequest } from './open-load';

const organisation = ['--organisation', '1'];
const root = '/api/v2/organisation/1/';
const metricsToken = 'the token of the bench';
/** At most this many changed members are read again to confirm their changes. */
const confirmed = 50;

export class JournalSite {
  #changes = 0;
  readonly #lastNames = new Map<number, string>();

  private constructor(
    readonly base: string,
    private readonly authorization: string,
    readonly installation: Installation,
    /** The server's environment variables. Commands for the same data need them too. */
    readonly env: Record<string, string>,
    private readonly memberCount: number,
  ) {}

  static async start(memberCount: number, env: Record<string, string>): Promise<JournalSite> {
    const installation = new Installation();
    const file = join(installation.dataDir, 'members.csv');
    await writeJournalMembers(file, memberCount);
    const create = ['--create', 'Bench', '--country', 'Australia', '--searchable-extras', 'Languages'];
    installation.chapterhouse(['import', file, ...organisation, ...create], env);
    const named = ['client', 'create', ...organisation, '--name', 'Bench'];
    const scope = ['--scope', 'basic,members,members:write', '--json'];
    const client = JSON.parse(installation.chapterhouse([...named, ...scope], env)) as Client;
    const base = await installation.start({
      ...env,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      METRICS_TOKEN: metricsToken,
    });
    const authorization = `Bearer ${await requestToken(base, client)}`;
    return new JournalSite(base, authorization, installation, env, memberCount);
  }

  async stop(): Promise<void> {
    await this.installation.stop();
  }

  async cpuMs(): Promise<number> {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const text = await (await fetch(`${this.base}/metrics`, { headers })).text();
    return 1000 * Number(/^\w*process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
  }

  readRecord(): LoadRequest {
    return this.#read(`members/${this.#anyId()}`);
  }

  readSomething(): LoadRequest {
    const draw = random();
    if (draw < 0.6) return this.readRecord();
    if (draw < 0.8) return { kind: 'JSON', path: `/directory/search.json?q=firm+${this.#anyId()}` };
    return { kind: 'page', path: '/', headers: { 'accept-encoding': 'br' } };
  }

  changeRecord(): LoadRequest {
    const { id, member } = this.#nextChange();
    return this.change(id, member);
  }

  change(id: number, member: object): LoadRequest {
    return this.#write('PATCH', `members/${id}`, member);
  }

  changeBatch(size: number): LoadRequest {
    const items = Array.from({ length: size }, () => {
      const { id, member } = this.#nextChange();
      return { Operation: 'change', MembershipID: String(id), IfMatch: '*', Member: member };
    });
    return this.#write('POST', 'members/batch', items);
  }

  async readJson<T>(path: string): Promise<T> {
    const response = await fetch(`${this.base}${root}${path}`, {
      headers: { authorization: this.authorization },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    // The caller names the type that the API documents for this path.
    return (await response.json()) as T;
  }

  /** @throws Error if the last name of a member is not the one that was sent most recently */
  async confirmChanges(): Promise<void> {
    for (const [id, lastName] of [...this.#lastNames].slice(-confirmed)) {
      const { User } = await this.readJson<{ User: { LastName: string } }>(`members/${id}`);
      if (User.LastName !== lastName) throw new Error(`member ${id} is ${User.LastName}, not ${lastName}`);
    }
  }

  /** Never changes the watched member. Each value is new, so that each change writes journal rows. */
  #nextChange(): { id: number; member: object } {
    this.#changes += 1;
    const id = watchedId + 1 + ((this.#changes * 7919) % (this.memberCount - 1));
    const lastName = `Renamed${this.#changes}`;
    // `confirmChanges` checks the last entries of this Map, which must be the latest changes. A Map keeps the place of
    // an existing entry. So the entry is deleted first, and then added at the end.
    this.#lastNames.delete(id);
    this.#lastNames.set(id, lastName);
    const day = new Date(Date.UTC(2090, 0, 1 + (this.#changes % 3000))).toISOString().slice(0, 10);
    return { id, member: { User: { LastName: lastName }, ExpiryDate: day } };
  }

  #anyId(): number {
    return 1 + Math.floor(random() * this.memberCount);
  }

  #read(path: string): LoadRequest {
    return { kind: 'read', path: root + path, headers: { authorization: this.authorization } };
  }

  #write(method: 'PATCH' | 'POST', path: string, json: unknown): LoadRequest {
    const { authorization } = this;
    const headers: Record<string, string> = { authorization, 'content-type': 'application/json' };
    if (method === 'PATCH') headers['if-match'] = '*';
    return { kind: 'change', path: root + path, headers, method, body: JSON.stringify(json) };
  }
}

interface Client {
  id: string;
  secret: string;
}

async function requestToken(base: string, { id, secret }: Client): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'members members:write' });
  const response = await fetch(`${base}${root}token`, { method: 'POST', headers: { authorization }, body });
  return ((await response.json()) as { access_token: string }).access_token;
}
