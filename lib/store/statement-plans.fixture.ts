/**
 * How the engines plan each statement of a store. SQLite's plans do not depend on the number of rows, so empty tables
 * are enough to find a plan that reads a table for every row. PostgreSQL makes its usual plans only for tables with
 * rows, after `analyze`.
 */
import {
  CompiledQuery,
  DefaultQueryExecutor,
  SqliteAdapter,
  type QueryExecutorProvider,
  type QueryResult,
} from 'kysely';
import { expect } from 'vitest';

/** Many rows of an organisation share these values, so an index on them alone does not find the few rows of a join. */
const commonColumns = new Set(['organisation_id', 'is_approved', 'is_owing', 'is_listed', 'kind']);

/** These tables have few rows, however many members exist, so PostgreSQL reads each table whole. */
const shortTables = new Set(['chapter', 'extra', 'organisation', 'client']);

/** A step that finds the one row that an organisation has in this table. */
const ofOneOrganisation = /^SEARCH (journal_state|notice_settings) .*\(organisation_id=\?\)/;

const statements = { sqlite: new Map<string, CompiledQuery>(), postgres: new Map<string, CompiledQuery>() };
let testFile: string | undefined;
const execute = DefaultQueryExecutor.prototype.executeQuery;
DefaultQueryExecutor.prototype.executeQuery = function <R>(query: CompiledQuery) {
  forgetOtherFiles();
  statements[this.adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'].set(query.sql, query);
  // Reflect.apply has no types. The query is passed on unchanged.
  return Reflect.apply(execute, this, [query]) as Promise<QueryResult<R>>;
};

export function executedStatements(engine: keyof typeof statements): CompiledQuery[] {
  forgetOtherFiles();
  return [...statements[engine].values()].filter(({ sql }) =>
    /^\s*(with|select|insert|update|delete)\b/i.test(sql),
  );
}

/** Test files share a process. */
function forgetOtherFiles(): void {
  const { testPath } = expect.getState();
  if (testPath === testFile) return;
  testFile = testPath;
  statements.sqlite.clear();
  statements.postgres.clear();
}

/** Conditions that few rows of an organisation meet, such as a list of person IDs. */
const findsByIds =
  /in \(select value from json_each\(\?\)\)|"?organisation_id"? = \S+ and .*("(person_|membership_)?id" in \(\?|"(person_id|membership_id|session_hash)" = \?)/s;
const shortLived = /"(authorization_code|logout_notice|mail_code)"/;

/** A table that is read with the IDs of one person, including the IDs of records that were merged into it. */
const ofOnePerson = /"account_journal"/;

interface Step {
  id: number;
  parent: number;
  detail: string;
}

/**
 * Finds the steps of a SQLite plan that take longer with more members. Such a step runs for each row of another table,
 * or for given IDs. For each row or ID, the step reads more than the rows that belong to it.
 */
export async function quadraticSteps(
  db: QueryExecutorProvider,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
): Promise<string[]> {
  const isById = findsByIds.test(sql) && !shortLived.test(sql);
  const asked = isById && !ofOnePerson.test(sql) ? withManyIds({ sql, parameters }) : { sql, parameters };
  const explain = CompiledQuery.raw(`explain query plan ${asked.sql}`, [...asked.parameters]);
  const { rows } = await db.getExecutor().executeQuery<Step>(explain);
  return rows
    .filter((step) => (isById ? isLoop(step) : isRepeated(step, rows)) && !findsFewRows(step))
    .map(({ detail }) => detail);
}

/** SQLite may plan lists of many IDs differently from the one or two IDs of a test. */
function withManyIds({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>) {
  const many = sql.replace(/(id" in )\(\?(, \?)*\)/g, `$1(${Array(50).fill('?').join(', ')})`);
  if (many === sql) return { sql, parameters };
  // The plan does not depend on the values.
  return { sql: many, parameters: Array.from(many.matchAll(/\?/g), () => null) };
}

function isLoop({ detail }: Step): boolean {
  return /^(SEARCH|SCAN) /.test(detail);
}

/** Whether the step runs for each row of an earlier step or of the surrounding query. */
function isRepeated(step: Step, steps: readonly Step[]): boolean {
  const { parent } = step;
  const outer = steps.find((other) => other.parent === parent && isLoop(other));
  const around = steps.find(({ id }) => id === parent);
  if (!isLoop(step)) return false;
  if (outer !== undefined && outer.id !== step.id) return true;
  return around !== undefined && (/^CORRELATED/.test(around.detail) || isInRepeated(around, steps));
}

function isInRepeated(around: Step, steps: readonly Step[]): boolean {
  if (/SUBQUERY|MATERIALIZE|CO-ROUTINE/.test(around.detail)) return false;
  const next = steps.find(({ id }) => id === around.parent);
  return next !== undefined && (/^CORRELATED/.test(next.detail) || isInRepeated(next, steps));
}

function findsFewRows({ detail }: Step): boolean {
  // Such a step scans a constant row, the parts of a value, or the result of an earlier step.
  if (/^SCAN (CONSTANT ROW|json_each|\w+ VIRTUAL TABLE)/.test(detail)) return true;
  if (ofOneOrganisation.test(detail)) return true;
  const columns = [...detail.matchAll(/(\S+)=\?/g)].map(([, name = '']) => name.replace('(', ''));
  return columns.some((name) => !commonColumns.has(name));
}

interface Node {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Subplan Name'?: string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: Node[];
}

/** Use this function only for tables with so many rows that PostgreSQL chooses its plans for long tables. */
export async function quadraticNodes(
  db: QueryExecutorProvider,
  { sql, parameters }: CompiledQuery,
): Promise<string[]> {
  const explain = CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]);
  const { rows } = await db.getExecutor().executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(explain);
  const [{ Plan: top } = { Plan: null }] = rows[0]?.['QUERY PLAN'] ?? [];
  if (top === null) throw new Error('PostgreSQL has no plan for it');
  const hashed = new Set([...JSON.stringify(top).matchAll(/hashed (SubPlan \d+)/g)].map(([, name]) => name));
  const nodes: string[] = [];
  const look = (node: Node, isRepeated: boolean) => {
    if (isRepeated && readsMany(node)) nodes.push(JSON.stringify(node));
    node.Plans?.forEach((part, at) => look(part, isRepeatedPart(part, { node, at, isRepeated, hashed })));
  };
  look(top, false);
  return nodes;
}

function isRepeatedPart(
  part: Node,
  {
    node,
    at,
    isRepeated,
    hashed,
  }: { node: Node; at: number; isRepeated: boolean; hashed: Set<string | undefined> },
): boolean {
  if (part['Parent Relationship'] === 'SubPlan') return !hashed.has(part['Subplan Name']);
  if (part['Parent Relationship'] === 'InitPlan' || ['Hash', 'Materialize'].includes(part['Node Type']))
    return false;
  return isRepeated || (node['Node Type'] === 'Nested Loop' && at === 1);
}

function readsMany(node: Node): boolean {
  if (shortTables.has(node['Relation Name'] ?? '')) return false;
  if (node['Node Type'] === 'Seq Scan') return true;
  if (!/Index.* Scan/.test(node['Node Type'])) return false;
  const columns = [...(node['Index Cond'] ?? '').matchAll(/(\w+) = /g)].map(([, name = '']) => name);
  return !columns.some((name) => !commonColumns.has(name));
}
