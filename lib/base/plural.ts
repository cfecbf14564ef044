/** For example "1 member" or "3 members". Messages of the catalogue use `say` instead. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
