/** Creating a DateTimeFormat takes about 50 µs, so one is cached for each time zone. */
export function oncePerZone<T>(create: (timeZone: string) => T): (timeZone: string) => T {
  const created = new Map<string, T>();
  return (timeZone) => {
    const known = created.get(timeZone);
    if (known !== undefined) return known;
    const value = create(timeZone);
    created.set(timeZone, value);
    return value;
  };
}
