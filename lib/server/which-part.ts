/** Which part of the process answers a path. Doubled slashes count as single ones: clients in the field send them. */
export function whichPart(url: string): 'service' | 'data' | 'pages' {
  const path = (url.split('?', 1)[0] ?? '').replace(/\/{2,}/g, '/');
  if (servicePaths.test(path)) return 'service';
  return dataPaths.test(path) ? 'data' : 'pages';
}

const servicePaths =
  /^\/(api\/v\d+|api\/openapi\.json|docs\/api|auth|\.well-known\/oauth-authorization-server)(\/|$)/;
const dataPaths = /^\/(directory|tiles)\//;
