import type { Scope } from '@/lib/contract/resources';
import { refuseUrl } from '@/lib/base/http/public-url';
import { refusePrefix, refuseRedirectUri } from './redirect-uri';

export interface ClientSettings {
  name: string;
  scopes: readonly Scope[];
  redirectUris: readonly string[];
  postLogoutUris?: readonly string[];
  postLogoutPrefixes?: readonly string[];
  homeUrl?: string | null;
  backchannelLogoutUri?: string | null;
  /** Whether the address for back-channel logout may use http and be in a private network. */
  allowsPrivateLogout?: boolean;
  isPublic: boolean;
  isFirstParty: boolean;
  /** Whether redirect addresses may use plain http. Old sites need this. */
  allowsHttp: boolean;
}

export type ClientSetting =
  | 'Name'
  | 'Scopes'
  | 'RedirectURIs'
  | 'PostLogoutURIs'
  | 'PostLogoutPrefixes'
  | 'HomeURL'
  | 'BackchannelLogoutURI';

/** The wrong setting, and why it is wrong. null: the client can be registered. */
export function refuseClientSettings({
  name,
  scopes,
  redirectUris,
  postLogoutUris = [],
  postLogoutPrefixes = [],
  homeUrl = null,
  backchannelLogoutUri = null,
  allowsPrivateLogout = false,
  isPublic,
  isFirstParty,
  allowsHttp,
}: ClientSettings): { field: ClientSetting; reason: string } | null {
  if (name.trim() === '') return { field: 'Name', reason: 'A client needs a name: members see it' };
  if (scopes.length === 0) return { field: 'Scopes', reason: 'A client needs at least one scope' };
  if (isPublic && scopes.includes('members')) {
    const reason =
      'A public client cannot have the scope members: anyone who has the app could read all members';
    return { field: 'Scopes', reason };
  }
  if (scopes.includes('members:write') && !scopes.includes('members')) {
    const reason = 'A client with the scope members:write needs the scope members too';
    return { field: 'Scopes', reason };
  }
  if (scopes.includes('office') && !isFirstParty) {
    return { field: 'Scopes', reason: "Only the directory's own client can have the scope office" };
  }
  if (isPublic && redirectUris.length === 0) {
    const reason = 'A public client needs a redirect address, because it can only sign people in';
    return { field: 'RedirectURIs', reason };
  }
  for (const uri of redirectUris) {
    const refusal = refuseRedirectUri(uri, { allowsHttp, isPublic });
    if (refusal === null) continue;
    return { field: 'RedirectURIs', reason: `The redirect address ${uri} cannot be used: ${refusal}` };
  }
  for (const uri of postLogoutUris) {
    const refusal = refuseRedirectUri(uri, { allowsHttp, isPublic });
    if (refusal === null) continue;
    return {
      field: 'PostLogoutURIs',
      reason: `The address after sign-out ${uri} cannot be used: ${refusal}`,
    };
  }
  for (const prefix of postLogoutPrefixes) {
    const refusal = refusePrefix(prefix, { allowsHttp });
    if (refusal === null) continue;
    const reason = `The start of the addresses after sign-out ${prefix} cannot be used: ${refusal}`;
    return { field: 'PostLogoutPrefixes', reason };
  }
  if (homeUrl !== null) {
    const refusal = refuseRedirectUri(homeUrl, { allowsHttp: true, isPublic: false });
    if (refusal !== null)
      return { field: 'HomeURL', reason: `The home address ${homeUrl} cannot be used: ${refusal}` };
  }
  const refusal = refuseLogoutUri(backchannelLogoutUri, allowsPrivateLogout);
  return refusal === null ? null : { field: 'BackchannelLogoutURI', reason: refusal };
}

function refuseLogoutUri(uri: string | null, allowsPrivate: boolean): string | null {
  if (uri === null) return null;
  const refusal = refuseUrl(uri, { allowsPrivate, howToAllow: 'add --backchannel-private' });
  return refusal === null ? null : `The address for back-channel logout ${refusal}`;
}
