import type { OrganisationRecord } from '../store/records';

/** What an operator may say of an organisation that an import creates. */
export interface NewOrganisation {
  id: number;
  name: string;
  /** null: by the country. */
  timeZone: string | null;
  /** null: the one that nearly all rows name; '' for members around the world. */
  country: string | null;
  currency: string | null;
}

/** Rows that may name other countries before an organisation is taken to be of no country. */
const maxForeignShare = 0.1;

/** An organisation with a time zone, a country and a currency that fit its members. */
export function newOrganisation(asked: NewOrganisation, countries: Map<string, number>): OrganisationRecord {
  const country = asked.country ?? mainCountry(countries);
  const known = customs[country] ?? { timeZone: 'UTC', currency: 'USD' };
  return {
    id: asked.id,
    name: asked.name,
    timeZone: asked.timeZone ?? known.timeZone,
    country,
    currency: asked.currency ?? known.currency,
    noticeDays: 30,
    listedStatuses: ['financial', 'expiring'],
    colour: null,
    logoUrl: null,
    invoiceUrlTemplate: null,
    paymentUrlTemplate: null,
  };
}

function mainCountry(countries: Map<string, number>): string {
  const [first] = [...countries].sort(([, a], [, b]) => b - a);
  const total = [...countries.values()].reduce((sum, count) => sum + count, 0);
  return first !== undefined && first[1] >= total * (1 - maxForeignShare) ? first[0] : '';
}

/** Of the time zones of a country, its capital's or, where most people live elsewhere, theirs. */
const customs: Record<string, { timeZone: string; currency: string }> = {
  Australia: { timeZone: 'Australia/Sydney', currency: 'AUD' },
  Austria: { timeZone: 'Europe/Vienna', currency: 'EUR' },
  Belgium: { timeZone: 'Europe/Brussels', currency: 'EUR' },
  Brazil: { timeZone: 'America/Sao_Paulo', currency: 'BRL' },
  Canada: { timeZone: 'America/Toronto', currency: 'CAD' },
  Denmark: { timeZone: 'Europe/Copenhagen', currency: 'DKK' },
  England: { timeZone: 'Europe/London', currency: 'GBP' },
  Finland: { timeZone: 'Europe/Helsinki', currency: 'EUR' },
  France: { timeZone: 'Europe/Paris', currency: 'EUR' },
  Germany: { timeZone: 'Europe/Berlin', currency: 'EUR' },
  'Hong Kong': { timeZone: 'Asia/Hong_Kong', currency: 'HKD' },
  India: { timeZone: 'Asia/Kolkata', currency: 'INR' },
  Ireland: { timeZone: 'Europe/Dublin', currency: 'EUR' },
  Italy: { timeZone: 'Europe/Rome', currency: 'EUR' },
  Japan: { timeZone: 'Asia/Tokyo', currency: 'JPY' },
  Netherlands: { timeZone: 'Europe/Amsterdam', currency: 'EUR' },
  'New Zealand': { timeZone: 'Pacific/Auckland', currency: 'NZD' },
  Norway: { timeZone: 'Europe/Oslo', currency: 'NOK' },
  Poland: { timeZone: 'Europe/Warsaw', currency: 'PLN' },
  Portugal: { timeZone: 'Europe/Lisbon', currency: 'EUR' },
  Scotland: { timeZone: 'Europe/London', currency: 'GBP' },
  Singapore: { timeZone: 'Asia/Singapore', currency: 'SGD' },
  'South Africa': { timeZone: 'Africa/Johannesburg', currency: 'ZAR' },
  'South Korea': { timeZone: 'Asia/Seoul', currency: 'KRW' },
  Spain: { timeZone: 'Europe/Madrid', currency: 'EUR' },
  Sweden: { timeZone: 'Europe/Stockholm', currency: 'SEK' },
  Switzerland: { timeZone: 'Europe/Zurich', currency: 'CHF' },
  'United Kingdom': { timeZone: 'Europe/London', currency: 'GBP' },
  'United States': { timeZone: 'America/New_York', currency: 'USD' },
};
