import type { MembersWriter } from '@/lib/store/members-writer';
import { bundleOf, isBundleCompany } from './bundles';
import type { MemberRow } from './member-row';
import { bundleReference, externalReference, numberReference, ownReference } from './row-references';
import { RowError } from './row-error';
import type { RowValues } from './row-values';
import type { Survey } from './survey';

export class ParentFinder {
  readonly #writer: MembersWriter;
  readonly #survey: Survey;
  readonly #source: string;
  /**
   * The row of a sub-member may come before the row of its corporate membership. The corporate membership then gets an
   * ID before its own row is written. This map contains these IDs. The key is the sub-member's reference to the
   * corporate membership.
   */
  readonly #reserved = new Map<string, number>();
  readonly #found = new Map<string, number>();

  /** The stored membership of the company's row in the file. null: the company is new. */
  readonly #match: (row: MemberRow) => Promise<number | null>;

  constructor(
    writer: MembersWriter,
    {
      survey,
      source,
      match,
    }: { survey: Survey; source: string; match: (row: MemberRow) => Promise<number | null> },
  ) {
    this.#match = match;
    this.#writer = writer;
    this.#survey = survey;
    this.#source = source;
  }

  reserved(references: readonly string[]): number | null {
    for (const reference of references) {
      const id = this.#reserved.get(reference);
      if (id !== undefined) return id;
    }
    return null;
  }

  /**
   * null: the row has no parent.
   * @throws RowError if there is no such corporate membership
   */
  async parentId(values: RowValues): Promise<number | null> {
    const named = nameOfParent(values);
    if (named === null) return null;
    const known = this.#found.get(named.reference);
    if (known !== undefined) return known;
    const id = await this.#find(values, named.reference);
    // A family has a bundle too, but no company.
    if (id === null && named.field === 'BundleID') return null;
    if (id === null) {
      const what = named.field === 'ParentNumber' ? 'number' : 'ID';
      throw new RowError(named.field, named.value, `is not the ${what} of a corporate membership`);
    }
    this.#found.set(named.reference, id);
    return id;
  }

  async #find(values: RowValues, reference: string): Promise<number | null> {
    const inFile = this.#survey.corporate.get(reference) ?? null;
    const storedId = await this.#findStored(values);
    if (storedId !== null) {
      if (inFile?.isGiven) return storedId;
      const stored = await this.#writer.memberships.find(storedId);
      // A row without a kind keeps the stored kind.
      if (stored !== null) return stored.membership.kind === 'corporate' ? storedId : null;
    }
    if (inFile === null) return null;
    const matched = await this.#match(inFile.row);
    if (matched !== null) return matched;
    const id = inFile.id ?? (await this.#writer.nextId('membership'));
    this.#reserved.set(reference, id);
    return id;
  }

  async #findByNumber(number: string): Promise<number | null> {
    const ids = await this.#writer.index.findMemberships(number);
    if (ids.length < 2) return ids[0] ?? null;
    const members = [...(await this.#writer.memberships.findMany(ids)).values()];
    const companies = members.filter(({ membership }) => membership.kind === 'corporate');
    if (companies.length < 2) return companies[0]?.membership.id ?? ids[0] ?? null;
    throw new RowError('ParentNumber', number, 'is the number of several corporate memberships');
  }

  async #findStored(values: RowValues): Promise<number | null> {
    const id = values.get('ChapterhouseParentID');
    if (id !== null) return id;
    const externalId = values.text('ExternalParentID');
    if (externalId !== '') return this.#writer.externalIds.find('membership', this.#source, externalId);
    const number = values.text('ParentNumber');
    if (number !== '') return this.#findByNumber(number);
    return this.#writer.externalIds.find('membership', this.#source, bundleReference(bundleOf(values)));
  }
}

function nameOfParent(values: RowValues): { field: string; value: string; reference: string } | null {
  const id = values.get('ChapterhouseParentID');
  if (id !== null) return { field: 'ChapterhouseParentID', value: String(id), reference: ownReference(id) };
  const externalId = values.text('ExternalParentID');
  if (externalId !== '')
    return { field: 'ExternalParentID', value: externalId, reference: externalReference(externalId) };
  const number = values.text('ParentNumber');
  if (number !== '') return { field: 'ParentNumber', value: number, reference: numberReference(number) };
  const bundle = isBundleCompany(values) ? '' : bundleOf(values);
  return bundle === '' ? null : { field: 'BundleID', value: bundle, reference: bundleReference(bundle) };
}
