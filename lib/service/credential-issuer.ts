import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { makeSecret } from '@/lib/sign-in/accounts/secrets';

export const credentialIssuer = { setPassword, createClient, makeSecret };
