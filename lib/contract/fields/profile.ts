import { date } from './date-kind';
import { field } from './field';
import { line, optional, text } from './text-kinds';

/**
 * What a member's profile says besides the contract's fields. Whole records have these fields. Lists of the API have
 * them only with `Include[]=Directory` (docs/decisions.md 22).
 */
export const profileFields = {
  Introduction: field('introduction', text(2000), {
    caption: 'Introduction',
    form: ['directory', 3],
    access: 'directory',
    headers: 'bio biography aboutus aboutme profiletext description vorstellung presentation',
    isLater: true,
    isLong: true,
    shown: 'unless off',
    own: 'free',
    notIn: ['bulk'],
  }),
  /** One on each line. */
  Services: field('services', text(2000), {
    caption: 'Services',
    form: ['directory', 4],
    access: 'directory',
    headers: 'servicesoffered leistungen prestations',
    isLater: true,
    isLong: true,
    shown: 'unless off',
    own: 'free',
  }),
  Areas: field('areas', line(1000), {
    caption: 'Areas served',
    form: ['directory', 5],
    access: 'directory',
    headers: 'areasserved serviceareas servicearea',
    isLater: true,
    shown: 'unless off',
    own: 'free',
  }),
  /** When the member last said that the entry is right. */
  ConfirmedOn: field('confirmedOn', optional(date), {
    caption: 'Entry confirmed on',
    form: ['directory', 6],
    access: 'directory',
    isLater: true,
    shown: 'when on',
    notIn: ['filter', 'bulk', 'merge'],
  }),
};

/** The same for a location. Opening hours say nothing about where it is, so every precision shows them. */
export const locationProfileFields = {
  OpeningHours: field('openingHours', text(500), {
    caption: 'Opening hours',
    access: 'open',
    cell: 'LocationOpeningHours',
    headers: 'openinghours hours hoursopen offnungszeiten horaires',
    isLater: true,
    isLong: true,
    shown: 'unless off',
    shownUpTo: 'state',
  }),
};
