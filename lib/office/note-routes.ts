/**
 * The office's notes about a person. The path of a request names one of the person's memberships (docs/decisions.md,
 * J26).
 */
import type { Context } from 'hono';
import { z } from 'zod';
import { tagOfJson } from '@/lib/base/http/entity-tag';
import { ApiError } from '@/lib/contract/errors';
import type { OfficeNote } from '@/lib/contract/office-notes';
import { noSuchMembership, noRole } from '@/lib/changes/refusals';
import { readPersonNames } from '@/lib/store/lists/person-names';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { NoteRecord } from '@/lib/store/schema/records';
import { maxNoteLength, maxNotes, readNotes } from '@/lib/store/notes';
import { membershipOf } from '@/lib/changes/routes/read-record';
import {
  checkOffice,
  type OfficeAccess,
  type OfficeRouteServices,
  type OfficeServices,
  requirePersonOf,
  requireSameAccess,
  writeAs,
} from './office-check';
import { readBody } from './read-body';

const maxBytes = 64 * 1024;
const noStore = { 'Cache-Control': 'no-store' };

const noteSchema = z.strictObject({
  Text: z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(maxNoteLength, { error: `must be at most ${maxNoteLength} characters long` }),
});

export async function listNotes(context: Context, services: OfficeServices): Promise<Response> {
  const access = await checkOffice(context, services, 'listNotes');
  if (access.officer?.sees('notes') === false) throw noRole();
  const personId = await requirePersonOf(services, access, membershipOf(context));
  const { members } = services.store;
  const notes = await readNotes(members, access.organisationId, [personId]);
  const names = await readNames(services, access, notes);
  return context.json({ Notes: notes.map((note) => toJson(note, names)) }, 200, noStore);
}

export async function addNote(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'addNote');
  const { Text: text } = await readBody(context, noteSchema, { maxBytes });
  const note = await writeNotes(context, services, access, async (notes, writer) => {
    if (notes.length >= maxNotes)
      throw new ApiError(
        'conflict',
        `There are ${maxNotes} notes about this person already: delete some first`,
      );
    const added: NoteRecord = {
      id: await writer.notes.nextId(),
      text,
      writtenBy: access.personId,
      writtenAt: services.clock().getTime(),
      changedBy: null,
      changedAt: null,
    };
    return { notes: [...notes, added], note: added };
  });
  return respond(context, services, access, note, 201);
}

/** PATCH: `If-Match` is the tag of the text that is replaced. */
export async function changeNote(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'changeNote');
  const { Text: text } = await readBody(context, noteSchema, { maxBytes });
  const ifMatch = context.req.header('If-Match') ?? null;
  if (ifMatch === null)
    throw new ApiError('precondition_required', 'If-Match is missing. Send the Tag of the note');
  const note = await writeNotes(context, services, access, async (notes) => {
    const before = requireNote(context, notes);
    if (before.text === text) return { notes, note: before };
    if (ifMatch !== '*' && ifMatch !== tagOf(before)) {
      const now = toJson(before, new Map());
      throw new ApiError('precondition_failed', 'The note has changed since you read it', {}, { Note: now });
    }
    const changed = { ...before, text, changedBy: access.personId, changedAt: services.clock().getTime() };
    return { notes: notes.map((one) => (one === before ? changed : one)), note: changed };
  });
  return respond(context, services, access, note, 200);
}

export async function removeNote(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'removeNote');
  await writeNotes(context, services, access, async (notes) => {
    const note = requireNote(context, notes);
    return { notes: notes.filter((one) => one !== note), note };
  });
  return context.body(null, 204, noStore);
}

type Work = (
  notes: readonly NoteRecord[],
  writer: MembersWriter,
) => Promise<{ notes: readonly NoteRecord[]; note: NoteRecord }>;

async function writeNotes(
  context: Context,
  services: OfficeRouteServices,
  access: OfficeAccess,
  work: Work,
): Promise<NoteRecord> {
  if (access.officer?.edits('notes') === false) throw noRole();
  const membershipId = membershipOf(context);
  await requirePersonOf(services, access, membershipId);
  return writeAs(context, services, access, async (writer) => {
    const member = membershipId === null ? null : await writer.memberships.find(membershipId);
    if (member === null || membershipId === null) throw noSuchMembership();
    await requireSameAccess(writer, access, [membershipId]);
    const { notes, note } = await work(await writer.notes.of(member.person.id), writer);
    await writer.notes.put({ id: member.person.id, notes });
    return note;
  });
}

function requireNote(context: Context, notes: readonly NoteRecord[]): NoteRecord {
  const note = notes.find(({ id }) => String(id) === context.req.param('note'));
  if (note === undefined) throw new ApiError('not_found', 'There is no note with this ID');
  return note;
}

function tagOf({ text, changedAt }: NoteRecord): string {
  return tagOfJson([text, changedAt], 22);
}

function toJson(note: NoteRecord, names: ReadonlyMap<number, string>): OfficeNote {
  const person = (id: number) => ({ ID: String(id), Name: names.get(id) ?? null });
  return {
    ID: String(note.id),
    Tag: tagOf(note),
    Text: note.text,
    WrittenBy: person(note.writtenBy),
    WrittenAt: new Date(note.writtenAt).toISOString(),
    ChangedBy: note.changedBy === null ? null : person(note.changedBy),
    ChangedAt: note.changedAt === null ? null : new Date(note.changedAt).toISOString(),
  };
}

async function respond(
  context: Context,
  services: OfficeServices,
  access: OfficeAccess,
  note: NoteRecord,
  status: 200 | 201,
): Promise<Response> {
  const names = await readNames(services, access, [note]);
  return context.json({ Note: toJson(note, names) }, status, noStore);
}

/** Everybody in the office may know the authors of notes. */
async function readNames(
  { store }: OfficeServices,
  { organisationId }: OfficeAccess,
  notes: readonly NoteRecord[],
): Promise<Map<number, string>> {
  const ids = notes.flatMap(({ writtenBy, changedBy }) =>
    changedBy === null ? [writtenBy] : [writtenBy, changedBy],
  );
  return readPersonNames(store.members, organisationId, ids);
}
