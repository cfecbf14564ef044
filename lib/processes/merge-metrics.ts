interface Family {
  comments: string;
  samples: string[];
}

/**
 * In the format of Prometheus, all series of a name must be together, after the description of the name. A label says
 * from which process a series comes.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const block of texts.flatMap((text) => text.split(/^(?=# HELP )/m))) {
    const name = /^# HELP (\S+)/.exec(block)?.[1];
    if (name === undefined) continue;
    const lines = block.split('\n').filter((line) => line !== '');
    const comments = lines.filter((line) => line.startsWith('#')).join('\n');
    const family = families.get(name) ?? { comments, samples: [] };
    family.samples.push(...lines.filter((line) => !line.startsWith('#')));
    families.set(name, family);
  }
  return [...families.values()]
    .map(({ comments, samples }) => `${[comments, ...samples].join('\n')}\n`)
    .join('\n');
}
