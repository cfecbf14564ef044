import type { Command } from 'commander';
import { readConfig } from '@/lib/base/config';
import { countryName } from '@/lib/map/geo/countries';
import { addPostalFile } from '@/lib/map/geo/postal-file';
import { plural } from '@/lib/base/plural';
import type { Terminal } from './terminal';
import { pathFrom, createPrint } from './session';

/** The maximum number of unusable lines that are shown. `--json` has all of them. */
const maxShown = 20;

export function addGazetteerCommands(program: Command, terminal: Terminal): void {
  program
    .command('gazetteer')
    .description('the places for addresses and searches')
    .command('add')
    .argument('<file>', 'a GeoNames postal code file: tab-separated text')
    .description('add the postcodes in a file; they replace the known postcodes of the same countries')
    .option('--json', 'one JSON document on standard output: countries, added, bad')
    .action((file: string, options: { json?: boolean }) => {
      const { dataDir } = readConfig();
      const { countries, added, bad } = addPostalFile({ file: pathFrom(terminal, file), dataDir });
      for (const { line, reason } of bad.slice(0, maxShown)) terminal.err(`Line ${line}: ${reason}`);
      if (bad.length > maxShown) terminal.err(`… and ${bad.length - maxShown} more`);
      const names = countries.map(countryName).join(', ');
      createPrint(terminal, options)({ countries, added, bad }, [
        `Added ${plural(added, 'place')} of ${names}${bad.length === 0 ? '' : `; ${plural(bad.length, 'line')} cannot be used`}.`,
        'A running server uses the new places from now on. To put more members on the map, import with --place again.',
      ]);
    });
}
