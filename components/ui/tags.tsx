/** Short names side by side: the categories of a member. One with an address leads there. */
export function Tags({ tags }: { tags: { name: string; href?: string }[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-1.5 text-sm">
      {tags.map(({ name, href }) => (
        <li key={name} className="rounded-full bg-sunken text-ink-soft">
          {href === undefined ? (
            <span className="block px-2.5 py-0.5">{name}</span>
          ) : (
            <a href={href} className="block px-2.5 py-0.5 underline hover:text-accent">
              {name}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
