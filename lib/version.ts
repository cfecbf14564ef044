import packageFile from '@/package.json' with { type: 'json' };

/** The version of this release, as package.json has it: "1.2.0". */
export const version = packageFile.version;
