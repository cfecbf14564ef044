import { setPassword } from '@/lib/membership-accounts/passwords';
import { createClient } from '@/lib/membership-oauth/clients';
import { makeSecret } from '@/lib/membership-accounts/secrets';

/** Issues passwords and API clients for code that must not import the service, such as the demonstration. */
export const credentialIssuer = { setPassword, createClient, makeSecret };
