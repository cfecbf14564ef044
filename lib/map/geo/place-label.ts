import { countryName } from './countries';
import { placeKey } from './place-key';
import { firstNamed, type PlaceTable } from './place-table';
import type { Place, PlaceTables } from './place';
import { distanceKm } from './point';

export interface Found {
  table: PlaceTable;
  row: number;
}

/** An Australian town gets the postcode at its centre, as usual in Australian addresses. */
export function toPlace(tables: PlaceTables, { table, row }: Found): Place {
  const region = table.regionOf(row);
  const name = table.nameOf(row);
  const ownPostcode = table.postcodeOf(row);
  const postcode =
    ownPostcode === '' && region.country === 'AU' ? townPostcode(tables, { table, row }) : ownPostcode;
  const state = region.country === 'AU' ? region.stateCode : region.state;
  const country = countryName(region.country);
  const county = table.countyOf(row);
  const fullName = county === '' ? name : `${name} (${county})`;
  return {
    id: [region.country, region.stateCode || state, fullName, postcode]
      .map((part) => placeKey(part).replaceAll(' ', '-'))
      .filter((part) => part !== '')
      .join('-'),
    label:
      region.country === 'AU'
        ? join([fullName, state, postcode], ' ')
        : join(
            [fullName, join([state === name ? '' : state, postcode], ' '), country === name ? '' : country],
            ', ',
          ),
    name,
    state,
    postcode,
    country,
    point: table.pointOf(row),
    population: table.populationOf(row),
  };
}

/** `key` is a place key. The largest place comes first. */
export function rowsNamed(table: PlaceTable, key: string): number[] {
  const rows: number[] = [];
  for (let row = firstNamed(table, key); row < table.count && placeKey(table.nameOf(row)) === key; row++)
    rows.push(row);
  return rows;
}

function townPostcode(tables: PlaceTables, town: Found): string {
  const region = town.table.regionOf(town.row);
  const centre = town.table.pointOf(town.row);
  const key = placeKey(town.table.nameOf(town.row));
  const nearest = tables.postal
    .flatMap((table) =>
      rowsNamed(table, key)
        .filter((row) => {
          const other = table.regionOf(row);
          return other.country === region.country && other.stateCode === region.stateCode;
        })
        .map((row) => ({ postcode: table.postcodeOf(row), km: distanceKm(centre, table.pointOf(row)) })),
    )
    // At equal distances, the lower postcode comes first. A town's post-office boxes have the same centre as its
    // streets, but a higher postcode.
    .sort((a, b) => Math.round(a.km) - Math.round(b.km) || (a.postcode < b.postcode ? -1 : 1))[0];
  return nearest !== undefined && nearest.km < 25 ? nearest.postcode : '';
}

function join(parts: string[], separator: string): string {
  return parts.filter((part) => part !== '').join(separator);
}
