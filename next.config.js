/** @type {import('next').NextConfig} */
export default {
  // Tests build beside a running installation.
  distDir: process.env.NEXT_DIST_DIR || '.next',
  poweredByHeader: false,
  // `npm test` checks the types; a start need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // server.ts compresses what it caches, and nothing twice.
  compress: false,
  // Pictures are sent as they are, and nothing is written into the build: a server needs no more than to read it.
  images: { unoptimized: true },
  experimental: { isrFlushToDisk: false },
  serverExternalPackages: ['@photostructure/sqlite', '@node-rs/argon2', 'pg'],
};
