import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Watches the process's statements on SQLite and PostgreSQL. Call this before the drivers are loaded.
 * @param {{ before?: (sql: string) => void, failed?: (error: unknown) => void }} watcher `failed` gets the errors of
 * SQLite
 */
export function watchStatements({ before = () => {}, failed = () => {} }) {
  // The methods of SQLite's driver can be replaced only on instances, not on classes.
  function watch(object, names, sqlOf) {
    for (const name of names) {
      const original = object[name];
      const value = function (...values) {
        before(sqlOf(values));
        try {
          return original.apply(this, values);
        } catch (error) {
          failed(error);
          throw error;
        }
      };
      Object.defineProperty(object, name, { value });
    }
    return object;
  }

  const driver = createRequire(import.meta.url).resolve('@photostructure/sqlite');
  const binding = createRequire(driver)('node-gyp-build')(join(dirname(driver), '..'));
  binding.DatabaseSync = new Proxy(binding.DatabaseSync, {
    construct(target, values, newTarget) {
      const database = watch(Reflect.construct(target, values, newTarget), ['exec'], ([sql]) => sql);
      const prepare = database.prepare;
      const value = (...given) =>
        watch(prepare.apply(database, given), ['run', 'all', 'get'], () => given[0]);
      Object.defineProperty(database, 'prepare', { value });
      return database;
    },
  });
  watch(createRequire(import.meta.url)('pg').Client.prototype, ['query'], ([query]) =>
    typeof query === 'string' ? query : (query?.text ?? ''),
  );
}
