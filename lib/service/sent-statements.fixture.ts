/** The statements that a request sends, and how many rows they touch. */
import { CompiledQuery, DefaultQueryExecutor, type QueryExecutorProvider, type QueryResult } from 'kysely';

export type Sent = Pick<CompiledQuery, 'sql' | 'parameters'>;

let sent: Sent[] | null = null;
let returnedRows = 0;
const execute = DefaultQueryExecutor.prototype.executeQuery;
DefaultQueryExecutor.prototype.executeQuery = async function <R>(query: CompiledQuery) {
  sent?.push(query);
  // Reflect.apply has no types. The query is passed on unchanged.
  const result = (await Reflect.apply(execute, this, [query])) as QueryResult<R>;
  returnedRows += result.rows.length;
  return result;
};

export function isReading({ sql }: Sent): boolean {
  return /^\s*(with|select)\b/i.test(sql);
}

export async function statementsOf(act: () => Promise<void>): Promise<Sent[]> {
  const list: Sent[] = [];
  sent = list;
  try {
    await act();
  } finally {
    sent = null;
  }
  return list;
}

/** The number of statements that `act` sends, and of the rows that it gets. */
export async function workOf(act: () => Promise<unknown>): Promise<{ statements: number; rows: number }> {
  returnedRows = 0;
  const { length } = await statementsOf(async () => void (await act()));
  return { statements: length, rows: returnedRows };
}

interface Node {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

/** The rows that each step of PostgreSQL's plan returns or discards. */
export async function rowsTouched(db: QueryExecutorProvider, { sql, parameters }: Sent): Promise<number> {
  const explain = CompiledQuery.raw(`explain (analyze, timing off, format json) ${sql}`, [...parameters]);
  const { rows } = await db.getExecutor().executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(explain);
  const [{ Plan: top } = { Plan: null }] = rows[0]?.['QUERY PLAN'] ?? [];
  if (top === null) throw new Error('PostgreSQL has no plan for it');
  return rowsOf(top);
}

function rowsOf(node: Node): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const own = (node['Actual Rows'] + removed) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), own);
}

/** The steps of SQLite's plan. The list is empty if the statement is for another database file. */
export async function planSteps(db: QueryExecutorProvider, { sql, parameters }: Sent): Promise<string[]> {
  const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  try {
    const { rows } = await db.getExecutor().executeQuery<{ detail: string }>(explain);
    return rows.map(({ detail }) => detail);
  } catch (error) {
    if (String(error).includes('no such table')) return [];
    throw error;
  }
}
