/** An erased person signs in. The service does not reveal that there was such a person. */
import { expect, it } from 'vitest';
import { describeErasure } from '@/lib/privacy/erasure/erasure.fixture';
import { erasePerson } from '@/lib/privacy/erasure/erase-person';
import { testCause } from '@/lib/store/sample-members.fixture';
import { authorizePath, password, seedCast, startService } from '@/lib/service/sign-in-service.fixture';

const addresses = ['dan@example.org', 'xyz@example.org'];

describeErasure('an erased person', (context) => {
  seedCast(() => context().store);

  it('gets the same responses as an unknown address, and open sessions, codes and links end', async () => {
    const { store, dataDir } = context();
    const service = startService(store);
    const client = await service.register({ isFirstParty: true });
    const signedIn = await (await service.browser().open(authorizePath(client))).signIn('dan@example.org');
    expect(signedIn.callback().get('code')).not.toBeNull();
    const waiting = await service.browser().open(authorizePath(client));
    await waiting.open(waiting.path.replace('/sign-in', '/forgotten'));
    await waiting.submit({ email: 'dan@example.org' }, { action: 'forgotten' });
    await expect.poll(() => service.mails.length).toBe(1);
    const link = /https:\S+/.exec(service.mails[0]?.text ?? '')?.[0] ?? '';
    const erasure = {
      organisationId: 100,
      personId: 4,
      newContactId: null,
      withCompany: false,
      cause: testCause,
    };
    await erasePerson(store, erasure, { dataDir, clock: () => service.now });
    await signedIn.open(authorizePath(client));
    expect(signedIn.path).toContain('/sign-in');
    const opened = await service.request(link.replace('https://members.example', ''));
    const unknown = await service.request(
      link.replace('https://members.example', '').replace(/[A-Za-z0-9]{36}/, 'x'.repeat(36)),
    );
    expect(opened.status).toBe(unknown.status);
    for (const typed of [password, 'wrong password']) {
      const answers = [];
      for (const email of addresses) {
        const browser = await (await service.browser().open(authorizePath(client))).signIn(email, typed);
        answers.push(`${browser.response.status} ${withoutHandles(browser.page).replaceAll(email, '')}`);
      }
      expect(answers[0]).toBe(answers[1]);
      expect(answers[0]).toMatch(/^422.*Email or password is incorrect/s);
    }
    const made = service.mails.length;
    for (const action of ['code', 'forgotten']) {
      const answers = [];
      for (const email of addresses) {
        const browser = await service.browser().open(authorizePath(client));
        await browser.open(browser.path.replace('/sign-in', `/${action}`));
        await browser.submit({ email }, { action });
        answers.push(`${browser.response.status} ${withoutHandles(browser.page).replaceAll(email, '')}`);
      }
      expect(answers[0]).toBe(answers[1]);
    }
    await expect.poll(() => service.decoys.length).toBe(4);
    expect(service.mails).toHaveLength(made);
    expect(service.errors).toEqual([]);
  });
});

function withoutHandles(page: string): string {
  return page.replace(/request=\w+|value="[^"]*"|challenge&quot;:&quot;[\w-]+/g, '');
}
