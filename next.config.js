/** @type {import('next').NextConfig} */
export default {
  // With NEXT_DIST_DIR, tests can build without replacing the build of a running installation.
  distDir: process.env.NEXT_DIST_DIR || '.next',
  poweredByHeader: false,
  // `npm test` checks the types, so that `npm start` need not wait for the check.
  typescript: { ignoreBuildErrors: true },
  compress: false,
  // Pictures are sent unchanged. The server therefore does not need the right to write into its build.
  images: { unoptimized: true },
  // The largest form is a file to import; lib/server/route-table.ts has the limit of each page.
  experimental: { isrFlushToDisk: false, serverActions: { bodySizeLimit: '34mb' } },
  // Former addresses, which people may have bookmarked.
  redirects: async () => [
    { source: '/office/approvals/:rest*', destination: '/office/applications/:rest*', permanent: true },
  ],
  serverExternalPackages: ['@photostructure/sqlite', '@node-rs/argon2', 'pg'],
};
