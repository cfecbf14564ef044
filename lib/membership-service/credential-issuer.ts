import { setPassword } from './accounts/passwords';
import { createClient } from './oauth/clients';
import { makeSecret } from './secrets';

/** Issues passwords and API clients for code that must not import the service, such as the demonstration. */
export const credentialIssuer = { setPassword, createClient, makeSecret };
