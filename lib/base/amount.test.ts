import { describe, expect, it } from 'vitest';
import { amountOwed, formatAmount } from './amount';

describe('amountOwed', () => {
  it('uses the association’s currency if the site sends none', () => {
    expect(amountOwed({ AmountOutstanding: '49.500', Currency: '' }, 'AUD')).toMatchObject({
      currency: 'AUD',
    });
    expect(amountOwed({ AmountOutstanding: '49.500', Currency: 'EUR' }, 'AUD')).toMatchObject({
      currency: 'EUR',
    });
  });

  it.each(['0.000', '0', '', '-20.000', 'n/a', '1e3'])('nothing is owed for %j', (AmountOutstanding) => {
    expect(amountOwed({ AmountOutstanding, Currency: 'AUD' })).toBeNull();
  });

  it('keeps the amount as sent', () => {
    expect(amountOwed({ AmountOutstanding: '49.500', Currency: 'aud' })).toEqual({
      amount: '49.500',
      currency: 'AUD',
    });
  });
});

describe('formatAmount', () => {
  it.each([
    ['49.500', 'AUD', '$49.50'],
    ['1240.000', 'AUD', '$1,240.00'],
    ['49.505', 'AUD', '$49.505'],
    ['0.001', 'AUD', '$0.001'],
    ['1200.000', 'JPY', 'JPY 1,200'],
    ['49.500', '', '49.500'],
    ['49.500', 'POINTS', '49.500 POINTS'],
  ])('%s %s reads %s', (amount, currency, text) => {
    expect(formatAmount({ amount, currency }, 'en-AU').replace(/\u00a0/g, ' ')).toBe(text);
  });
});
