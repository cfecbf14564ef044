/** People whose employer has a row of its own in the file, as in CiviCRM. They may be its sub-members. */
import { textKey } from '@/lib/base/text-key';
import type { Answers, GroupedProblem } from './causes';
import { bundleOf } from './bundles';
import type { MemberRow } from './member-row';
import { membershipNumberOf } from './row-identity';
import { RowValues } from './row-values';

export class Employers {
  /** By the company's name. null: several rows have the name. */
  readonly #companies = new Map<string, MemberRow | null>();
  readonly #doubts: GroupedProblem[] = [];

  add(row: MemberRow, name: string): void {
    const { kind, values, line } = row;
    if (kind === 'corporate') {
      const key = textKey(values.text('Organisation'));
      this.#companies.set(key, this.#companies.has(key) ? null : row);
    } else if (values.text('Employer') !== '' && !hasParent(values)) {
      const reason = 'is the employer, and has a row of its own';
      this.#doubts.push({ ...asked(values), line, name, reason });
    }
  }

  /** One question for the whole column. */
  get doubts(): GroupedProblem[] {
    return this.#doubts.filter(({ value }) => this.#find(value) !== null);
  }

  /** The row with the company that the operator means. */
  withParent(row: MemberRow, answers: Answers): MemberRow {
    const { kind, values } = row;
    if (kind === 'corporate' || values.text('Employer') === '' || hasParent(values)) return row;
    if (answers.of(asked(values)) !== 'sub-member') return row;
    const company = this.#find(values.text('Employer'));
    if (company === null) return row;
    const employed = new RowValues(values);
    const externalId = company.values.text('ExternalID');
    if (company.identity.by === 'id') employed.set('ChapterhouseParentID', company.identity.id);
    else if (externalId !== '') employed.set('ExternalParentID', externalId);
    else employed.set('ParentNumber', membershipNumberOf(company.identity, company.values));
    return { ...row, values: employed };
  }

  #find(name: string): MemberRow | null {
    return this.#companies.get(textKey(name)) ?? null;
  }
}

function asked(values: RowValues): Pick<GroupedProblem, 'cause' | 'column' | 'value'> {
  return { cause: 'employer', column: 'Employer', value: values.text('Employer') };
}

function hasParent(values: RowValues): boolean {
  const given = values.text('ParentNumber') + values.text('ExternalParentID') + bundleOf(values);
  return given !== '' || values.get('ChapterhouseParentID') !== null;
}
