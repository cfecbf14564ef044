/** @type {import('next').NextConfig} */
export default {
  // Tests build next to a running installation.
  distDir: process.env.NEXT_DIST_DIR || '.next',
  poweredByHeader: false,
  // `npm test` checks the types; a start does not have to wait for it.
  typescript: { ignoreBuildErrors: true },
  // server.ts compresses what it caches; compressing again would be wasted.
  compress: false,
  // Pictures are sent unchanged, and nothing is written into the build: a server only needs to read it.
  images: { unoptimized: true },
  // The largest form is a file to import; lib/server/route-table.ts has the limit of each page.
  experimental: { isrFlushToDisk: false, serverActions: { bodySizeLimit: '34mb' } },
  serverExternalPackages: ['@photostructure/sqlite', '@node-rs/argon2', 'pg'],
};
