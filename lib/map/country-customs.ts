import { countryName, findCountry } from './geo/countries';
import { lookUp } from '../base/look-up';

/**
 * @param country a country's name as in members' addresses, in English, German, French, Spanish or Italian
 * @returns null: the country is unknown
 */
export function customsOf(country: string): { timeZone: string; currency: string } | null {
  const found = findCountry(country);
  return found === null ? null : (lookUp(customs, countryName(found.code)) ?? null);
}

/**
 * If a country has several time zones, its entry has the zone of the capital, or the zone in which most people live.
 */
const customs: Record<string, { timeZone: string; currency: string }> = {
  Australia: { timeZone: 'Australia/Sydney', currency: 'AUD' },
  Austria: { timeZone: 'Europe/Vienna', currency: 'EUR' },
  Belgium: { timeZone: 'Europe/Brussels', currency: 'EUR' },
  Brazil: { timeZone: 'America/Sao_Paulo', currency: 'BRL' },
  Canada: { timeZone: 'America/Toronto', currency: 'CAD' },
  Denmark: { timeZone: 'Europe/Copenhagen', currency: 'DKK' },
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
  Singapore: { timeZone: 'Asia/Singapore', currency: 'SGD' },
  'South Africa': { timeZone: 'Africa/Johannesburg', currency: 'ZAR' },
  'South Korea': { timeZone: 'Asia/Seoul', currency: 'KRW' },
  Spain: { timeZone: 'Europe/Madrid', currency: 'EUR' },
  Sweden: { timeZone: 'Europe/Stockholm', currency: 'SEK' },
  Switzerland: { timeZone: 'Europe/Zurich', currency: 'CHF' },
  'United Kingdom': { timeZone: 'Europe/London', currency: 'GBP' },
  'United States': { timeZone: 'America/New_York', currency: 'USD' },
};
