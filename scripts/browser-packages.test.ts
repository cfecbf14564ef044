import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { importedBy } from './imports.mjs';

const clientComponents = ['app', 'components']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && /^['"]use client['"]/m.test(readFileSync(file, 'utf8')));

test('browsers load only these packages; a new one must be added here, because every visitor downloads it', () => {
  expect(clientComponents).toContain('components/directory-page/directory-view.tsx');
  const found = { files: new Set<string>(), packages: new Set<string>() };
  for (const file of clientComponents) importedBy(resolve(file), found);
  expect([...found.packages].sort()).toEqual([
    '@tanstack/react-query',
    'leaflet',
    'leaflet/dist/leaflet.css',
    // Names the files of the map's code in the first HTML of the map page.
    'next/dynamic',
    'next/navigation',
    // This package belongs to `protomaps-leaflet`. It is loaded only for a map with streets.
    'pmtiles',
    'protomaps-leaflet',
    'react',
    // Only the page on which a member chooses the part of a picture loads it.
    'react-image-crop',
    'react-image-crop/dist/ReactCrop.css',
    'react-leaflet',
  ]);
});
