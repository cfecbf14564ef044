/**
 * The directory for members: a second model, which only the pages for members and their JSON read (docs/decisions.md,
 * A3). It is separate from the public one, and exists only while the association has switched it on.
 */
import type { Directory } from '@/lib/directory/directory';
import { createDirectory } from '@/lib/directory/create-directory';
import { withMemberPlaces } from '@/lib/directory/member-places';
import type { DirectoryServices } from '@/lib/directory/model/directory-services';
import type { Places } from '@/lib/map/geo/places';
import type { Readers } from '@/lib/directory/model/projection';
import { messagesField } from '@/lib/contract/audiences';

export interface OpenMembersDirectory {
  directory: Directory;
  places: Places;
}

export interface MembersDirectory {
  /** null: the association has none, or its members are not loaded yet. */
  open: () => OpenMembersDirectory | null;
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

// How soon the model is loaded or given up after the office has changed the setting.
const checkMs = 1_000;

export function createMembersDirectory(
  services: DirectoryServices & { gazetteer: Places },
): MembersDirectory {
  const { site, gazetteer } = services;
  let running: OpenMembersDirectory | null = null;
  let timer: NodeJS.Timeout | undefined;
  const follow = async () => {
    const isWanted = site().hasMembersDirectory === true;
    if (isWanted === (running !== null)) return;
    const { directory } = (running ??= openDirectory());
    if (isWanted) return directory.start();
    running = null;
    await directory.stop();
  };
  const openDirectory = (): OpenMembersDirectory => {
    const directory = createDirectory({
      ...services,
      // Only the public directory is closed. This one has a switch of its own.
      site: () => ({ ...site(), isDirectoryClosed: false }),
      readers: members,
      isOnlyInMemory: true,
    });
    const places = withMemberPlaces(gazetteer, directory, {
      hasOwnCountry: () => site().country !== null,
      areas: () => site().areas,
    });
    return { directory, places };
  };
  return {
    open() {
      const isOpen = site().hasMembersDirectory === true && running?.directory.about().loadedAt !== null;
      return isOpen ? running : null;
    },
    async start() {
      timer = setInterval(() => void follow(), checkMs);
      timer.unref();
      await follow();
    },
    async stop() {
      clearInterval(timer);
      await running?.directory.stop();
    },
  };
}

/**
 * What members with a valid membership see of each other (docs/decisions.md, A3). `toPublicEntry` makes their entries
 * as well: what a member shows to members takes the place of what the member shows to everybody. A record that does not
 * say what members see has no entry.
 */
const members: Readers = {
  includes: ['MembersEntry'],
  see: ({ Directory, MembersEntry, ...membership }) => {
    // The form for messages is a public page.
    const takesMessages = Directory?.Listed === true && Directory.Show.includes(messagesField);
    const shown = MembersEntry?.Show.filter((name) => name !== messagesField || takesMessages) ?? [];
    return { ...membership, Directory: { Listed: MembersEntry?.Listed === true, Show: shown } };
  },
};
