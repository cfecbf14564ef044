/**
 * Creates a value, such as a DateTimeFormat, once for each time zone, because creating one takes about 50 µs. There are
 * as many as the organisations have different time zones.
 */
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
