import type { Kysely } from 'kysely';
import { parseScope } from '@/lib/sign-in/accounts/client-scope';
import { refuseClientSettings } from '@/lib/sign-in/accounts/client-settings';
import { hashSecret } from '@/lib/sign-in/accounts/secrets';
import { readRecord, type Fields } from '@/lib/contract/fields/field';
import { toColumns } from '@/lib/contract/fields/columns';
import { FieldError, type FieldProblem } from '@/lib/contract/fields/field-error';
import { personFields } from '@/lib/contract/fields/person';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { PersonRecord } from '@/lib/store/schema/records';
import { lookUp } from '@/lib/base/look-up';
import type { ArchivePart, Row } from './part';
import { archiveParts, peopleName } from './parts';

export interface PartElement {
  part: string;
  index: number;
  element: unknown;
  line: number;
}

export interface ArchivedIds {
  memberships: ReadonlySet<number>;
  /** The persons who have a membership. */
  persons: ReadonlySet<number>;
  chapters: ReadonlySet<number>;
}

interface CheckOptions {
  ids: ArchivedIds;
  /** The operator has confirmed that the archive's clients may skip the members' consent. */
  acceptsFirstParty: boolean;
  /** The operator has confirmed that the archive's persons with a role may manage members here. */
  acceptsRoles: boolean;
}

/**
 * Reads a person without a membership.
 * @throws FieldError
 */
export function readPerson(element: unknown): PersonRecord {
  return readRecord(personFields, element, noReferences);
}

/**
 * Reads a row. The result does not have the organisation's ID.
 * @throws FieldError
 */
export function readRow({ fields }: Pick<ArchivePart, 'fields'>, element: unknown): Row {
  return toColumns<Fields>(fields, readRecord<Fields>(fields, element, noReferences));
}

const noReferences = { hasReferred: null };

/** Checks each element, its references, and the order of each list. */
export class PartsCheck {
  readonly #ids: ArchivedIds;
  readonly #acceptsFirstParty: boolean;
  readonly #acceptsRoles: boolean;
  readonly #people = new Set<number>();
  readonly #aliases = new Set<number>();
  readonly #clients = new Set<string>();
  readonly #counts = new Map<string, number>();
  #last: { part: string; keys: readonly unknown[] } | null = null;
  #state: Row | null = null;

  constructor({ ids, acceptsFirstParty, acceptsRoles }: CheckOptions) {
    this.#ids = ids;
    this.#acceptsFirstParty = acceptsFirstParty;
    this.#acceptsRoles = acceptsRoles;
  }

  get clientIds(): ReadonlySet<string> {
    return this.#clients;
  }

  count(part: string): number {
    return this.#counts.get(part) ?? 0;
  }

  add({ part: name, index, element }: Omit<PartElement, 'line'>): FieldProblem[] {
    this.#counts.set(name, index + 1);
    try {
      const problem =
        name === peopleName ? this.#refusePerson(readPerson(element).id) : this.#refuse(name, index, element);
      return problem === null ? [] : [at(name, index, problem)];
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      return error.within(`${name}[${index}]`);
    }
  }

  /** Makes the checks that need the whole file. */
  finish(): FieldProblem[] {
    const problems: FieldProblem[] = [];
    const [dates, members] = [this.count('DateModified'), this.#ids.memberships.size];
    if (dates !== members) {
      const reason = `has ${dates} elements, and there are ${members} memberships`;
      problems.push({ path: 'DateModified', value: '', reason });
    }
    if (this.count('State') !== 1) {
      problems.push({ path: 'State', value: '', reason: 'must have one element' });
    }
    return problems;
  }

  #refuse(name: string, index: number, element: unknown): Problem {
    const part = lookUp(archiveParts, name);
    if (part === undefined) throw new Error(`the archive has no part ${name}`);
    const row = readRow(part, element);
    const keys = part.order.map((column) => lookUp(row, column));
    const before = this.#last?.part === name ? this.#last.keys : null;
    this.#last = { part: name, keys };
    if (name === 'State' && index === 0) this.#state = row;
    return (
      part.check?.(readRecord<Fields>(part.fields, element, noReferences)) ??
      (before === null ? null : refuseOrder(compare(before, keys))) ??
      this.#refuseReference(name, row) ??
      this.#refuseOwner(part, row)
    );
  }

  #refuseOwner({ of }: ArchivePart, row: Row): Problem {
    if (of === 'person') return this.#requirePerson('PersonID', row.person_id);
    return of === 'membership' ? this.#requireMembership('MembershipID', row.membership_id) : null;
  }

  #refuseReference(name: string, row: Row): Problem {
    switch (name) {
      case 'DateModified':
        return this.#requireMembership('ID', row.id);
      case 'ExternalIDs':
        return row.kind === 'person'
          ? this.#requirePerson('ID', row.id)
          : this.#requireMembership('ID', row.id);
      case 'Aliases':
        if (this.#hasPerson(row.id)) return ['ID', 'is the ID of a person'];
        this.#aliases.add(Number(row.id));
        return null;
      case 'Erasures':
        if (!this.#hasPerson(row.person_id)) return null;
        return ['PersonID', 'is the ID of a person of this archive, who was not erased'];
      case 'State':
        return Number(row.kept_after) > Number(row.position) ? ['KeptAfter', 'is after Position'] : null;
      case 'Journal':
        return this.#refusePosition(row);
      case 'Clients':
        return this.#refuseClient(row);
      case 'RoleChapters':
        return this.#ids.chapters.has(Number(row.chapter_id))
          ? null
          : ['ChapterID', 'there is no such chapter'];
      case 'Roles':
        return this.#refuseRole(row);
      case 'ErasureRequests':
        if (this.#aliases.has(Number(row.person_id))) return null;
        return this.#requirePerson('PersonID', row.person_id);
      case 'Passkeys':
        return hashSecret(String(row.credential_id)) === row.id
          ? null
          : ['ID', 'is not the hash of CredentialID'];
      case 'Consents':
        if (!this.#clients.has(String(row.client_id))) return ['ClientID', 'there is no such client'];
        if (!isScope(String(row.scope))) return ['Scope', notScopes];
        return this.#requirePerson('PersonID', row.person_id);
      default:
        return null;
    }
  }

  #refusePosition({ position, operation }: Row): Problem {
    const { position: newest, kept_after: keptAfter } = this.#state ?? {};
    if (Number(position) > Number(newest)) return ['Position', 'is after the newest position in State'];
    if (operation !== 'erased' && Number(position) <= Number(keptAfter)) {
      return ['Position', 'is not after KeptAfter in State'];
    }
    return null;
  }

  #refuseClient(row: Row): Problem {
    const id = String(row.id);
    this.#clients.add(id);
    // A client ID with other characters cannot be sent in Basic credentials.
    if (!/^[\x21-\x39\x3b-\x7e]+$/.test(id)) return ['ID', 'has characters that no client ID has'];
    if (!isScope(String(row.scopes))) return ['Scopes', notScopes];
    const isPublic = row.secret_hash === null;
    if (isPublic && row.requires_pkce === 0) return ['RequiresPKCE', 'must be true for a public client'];
    // A revoked client can do nothing, whatever its settings.
    if (row.revoked_at !== null) return null;
    const refusal = refuseClientSettings({
      name: String(row.name),
      scopes: parseScope(String(row.scopes)) ?? [],
      // The kind of the column has checked that the value is a JSON list of texts.
      redirectUris: JSON.parse(String(row.redirect_uris)) as string[],
      postLogoutPrefixes: JSON.parse(String(row.post_logout_prefixes)) as string[],
      homeUrl: row.home_url === null ? null : String(row.home_url),
      isPublic,
      isFirstParty: row.is_first_party === 1,
      allowsHttp: row.allows_http === 1,
    });
    if (refusal !== null) return [refusal.field, refusal.reason];
    if (row.is_first_party === 0 || this.#acceptsFirstParty) return null;
    return [
      'IsFirstParty',
      'members are not asked whether this client may have their data; add --first-party if it is your own',
    ];
  }

  #refuseRole(row: Row): Problem {
    const refused = this.#requirePerson('PersonID', row.person_id);
    if (refused !== null || this.#acceptsRoles) return refused;
    const who = `person ${String(row.person_id)} would be ${String(row.role)} here`;
    return ['Role', `${who}, with rights over the members; add --accept-roles if that is right`];
  }

  #refusePerson(id: number): Problem {
    if (this.#ids.persons.has(id)) return ['ID', 'is the ID of a person with a membership'];
    if (this.#people.has(id)) return ['ID', 'occurs twice'];
    this.#people.add(id);
    return null;
  }

  #hasPerson(id: unknown): boolean {
    return this.#ids.persons.has(Number(id)) || this.#people.has(Number(id));
  }

  #requireMembership(name: string, id: unknown): Problem {
    return this.#ids.memberships.has(Number(id)) ? null : [name, 'there is no such membership'];
  }

  #requirePerson(name: string, id: unknown): Problem {
    return this.#hasPerson(id) ? null : [name, `there is no person ${String(id)}`];
  }

  hasPerson(id: number): boolean {
    return this.#hasPerson(id);
  }
}

/**
 * Finds clients of other organisations in this installation. Only clients with an ID that is also in the archive are
 * returned.
 */
export async function findTakenClients(
  auth: Kysely<AuthDatabase>,
  organisationId: number,
  clientIds: ReadonlySet<string>,
): Promise<{ index: number; problem: FieldProblem }[]> {
  if (clientIds.size === 0) return [];
  const taken = await auth
    .selectFrom('client')
    .select('id')
    .where('organisation_id', '<>', organisationId)
    .execute();
  const ids = [...clientIds];
  return taken
    .filter(({ id }) => clientIds.has(id))
    .map(({ id }) => {
      const index = ids.indexOf(id);
      const reason = 'another organisation here has a client with this ID';
      return { index, problem: { path: `Clients[${index}].ID`, value: id, reason } };
    });
}

type Problem = readonly [field: string, reason: string] | null;

function refuseOrder(difference: number): Problem {
  if (difference < 0) return null;
  return ['', difference === 0 ? 'occurs twice' : 'must come after the element before it'];
}

const notScopes = 'must be scopes, separated by spaces';

function isScope(text: string): boolean {
  return (parseScope(text) ?? []).length > 0;
}

function at(name: string, index: number, [fieldName, reason]: NonNullable<Problem>): FieldProblem {
  const path = `${name}[${index}]${fieldName === '' ? '' : `.${fieldName}`}`;
  return { path, value: '', reason };
}

function compare(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index];
    const order =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
    if (order !== 0) return order;
  }
  return 0;
}
