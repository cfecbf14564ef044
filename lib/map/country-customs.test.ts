import { expect, it } from 'vitest';
import { customsOf } from './country-customs';

it.each([
  ['Germany', 'EUR'],
  ['Deutschland', 'EUR'],
  ['Allemagne', 'EUR'],
  ['Alemania', 'EUR'],
  ['Germania', 'EUR'],
  ['DE', 'EUR'],
  ['Österreich', 'EUR'],
  ['Schweiz', 'CHF'],
  ['Svizzera', 'CHF'],
  ['Vereinigtes Königreich', 'GBP'],
  ['Royaume-Uni', 'GBP'],
  ['Scotland', 'GBP'],
  ['Estados Unidos', 'USD'],
  ['Nuova Zelanda', 'NZD'],
  ['australien', 'AUD'],
])('%s has the currency %s', (country, currency) => expect(customsOf(country)?.currency).toBe(currency));

it('knows nothing about a country that is none', () => expect(customsOf('Atlantis')).toBeNull());
