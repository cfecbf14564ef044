import { setPassword } from '@/lib/membership-accounts/passwords';
import { createClient } from '@/lib/membership-oauth/clients';
import { makeSecret } from '@/lib/membership-accounts/secrets';

export const credentialIssuer = { setPassword, createClient, makeSecret };
