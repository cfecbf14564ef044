import { expect, test } from 'vitest';
import { findRoute } from '@/lib/server/route-table';
import { openFreshStore } from '@/lib/store/stores.fixture';
import { createMembershipService } from './app';

test('every route of the service has a label, and no label has a value from the address', async () => {
  const { store, remove } = await openFreshStore('sqlite');
  const { routes } = createMembershipService({
    store,
    clock: () => new Date(),
    baseUrl: 'https://members.example',
    mailer: async () => 'sent' as const,
    trustProxy: 0,
  });
  await remove();
  // A route that ends with `*` handles addresses of other routes, or addresses that do not exist.
  const addresses = new Set(
    routes
      .filter(({ path }) => !path.endsWith('*'))
      .map(({ path }) => path.replace(/:\w+(\{[^/]+\})?/g, '7')),
  );
  expect(addresses.size).toBeGreaterThan(90);
  for (const address of addresses) {
    const { route, handler } = findRoute(address);
    expect(handler, address).toBe('service');
    expect(route, address).not.toMatch(/^other$|7/);
  }
  expect(findRoute('/set-up').route).toBe('/set-up');
});
