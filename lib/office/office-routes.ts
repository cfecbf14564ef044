import { Hono, type Context } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import { hasOneAnswer } from '@/lib/contract/fields/structure';
import type { OfficeStructure } from '@/lib/contract/office';
import { QueryParameters } from '@/lib/contract/query-string';
import {
  endpointsOf,
  officeEndpoints,
  officeRoute,
  type OfficeEndpointName,
} from '@/lib/contract/office-rights/role-table';
import { rawQuery } from '@/lib/changes/routes/raw-query';
import { readDay } from '@/lib/store/day';
import { readStructure } from '@/lib/store/structure';
import { readMissedSearches } from '@/lib/office/missed-searches/missed-searches';
import {
  endSessionsOfMember,
  removePasskeysOfMember,
  respondWithAccount,
  sendPasswordLink,
  unlockMember,
} from './account-routes';
import { approveMembers, listWaiting, refuseMember } from './approval-routes';
import { listAuthors } from './author-route';
import { listChanges, undoFromOffice } from './journal-routes';
import { addBulk, respondWithBulk, runBulk, sendBulk, stopBulk } from './bulk-routes';
import { addClient, changeClient, listClients, revokeClient, rotateClient } from './client-routes';
import { respondWithDuplicates, separateMembers } from './duplicate-routes';
import { exportMembers } from './export-members';
import { backUpNow, checkHealth, readHealth } from './health-routes';
import { checkOffice, recentUntil, type OfficeRouteServices, type OfficeServices } from './office-check';
import {
  addImport,
  checkImport,
  listImports,
  readImport,
  removeImport,
  runImport,
  stopImport,
} from './import-routes';
import { listMails, readMailSettings, testMail } from './mail-routes';
import {
  listNotices,
  changeNotices,
  addOfficeNotice,
  switchNotices,
  stopOfficeNotices,
  continueOfficeNotices,
  dropOfficeNotices,
  acceptDate,
  previewNotice,
  testNotice,
  listNoticeMails,
  sendOfficeNoticesAgain,
  changeOfficeNotice,
  removeOfficeNotice,
  readMemberNotices,
  excludeMember,
} from './notice-routes';
import { listOfficeMembers } from './list-members';
import { mergeMember } from './merge-routes';
import { addNote, changeNote, listNotes, removeNote } from './note-routes';
import { readOfficeMember } from './read-member';
import { inviteToRole } from './invite-role';
import { addPage, addPageFile, changePage, listPages, readPage, removePage } from './page-routes';
import { acceptProposal, declineProposal, listProposals } from './proposal-routes';
import { listRoles, putRole, removeRole } from './role-routes';
import { addMemberPicture, addPicture, readMemberPicture } from './picture-upload';
import { addItem, changeItem, changeSettings, readSettings, removeItem } from './settings-routes';
import {
  addOfficeWebhook,
  enableOfficeWebhook,
  listOfficeWebhooks,
  removeOfficeWebhook,
  replayOfficeWebhook,
  rotateOfficeWebhook,
  testOfficeWebhook,
} from './webhook-routes';
import { erasePersonOfMembership, respondWithPersonalData } from './personal-data-routes';
import { respondWithToday } from './today-route';
import { addView, changeView, listViews, removeView } from './view-routes';
import { addOfficeMember, changeOfficeMember, removeOfficeMember } from './write-member';

type Handler = (context: Context, services: OfficeRouteServices) => Promise<Response>;

const handlers: Record<OfficeEndpointName, Handler> = {
  me: respondWithMe,
  listRoles,
  inviteRole: inviteToRole,
  setRole: putRole,
  removeRole,
  readStructure: respondWithStructure,
  readSettings,
  changeSettings,
  addPicture,
  addItem,
  changeItem,
  removeItem,
  listClients,
  addClient,
  changeClient,
  rotateClient,
  revokeClient,
  listWebhooks: listOfficeWebhooks,
  addWebhook: addOfficeWebhook,
  testWebhook: testOfficeWebhook,
  replayWebhook: replayOfficeWebhook,
  enableWebhook: enableOfficeWebhook,
  rotateWebhook: rotateOfficeWebhook,
  removeWebhook: removeOfficeWebhook,
  readHealth,
  checkHealth,
  backUp: backUpNow,
  listImports,
  addImport,
  readImport,
  checkImport,
  removeImport,
  runImport,
  stopImport,
  listMembers: listOfficeMembers,
  exportMembers,
  listViews,
  addView,
  changeView,
  removeView,
  addBulk,
  readBulk: respondWithBulk,
  runBulk,
  sendBulk,
  stopBulk,
  readMember: readOfficeMember,
  addMember: addOfficeMember,
  changeMember: changeOfficeMember,
  removeMember: removeOfficeMember,
  addMemberPicture,
  readMemberPicture,
  mergeMember,
  listNotes,
  addNote,
  changeNote,
  removeNote,
  readAccount: respondWithAccount,
  sendLink: sendPasswordLink,
  endSessions: endSessionsOfMember,
  unlockSignIn: unlockMember,
  removePasskeys: removePasskeysOfMember,
  readPersonalData: respondWithPersonalData,
  erasePerson: erasePersonOfMembership,
  listChanges,
  listAuthors,
  undo: undoFromOffice,
  today: respondWithToday,
  listNotices,
  changeNotices,
  addNotice: addOfficeNotice,
  switchNotices,
  stopNotices: stopOfficeNotices,
  continueNotices: continueOfficeNotices,
  dropNotices: dropOfficeNotices,
  acceptDate,
  previewNotice,
  testNotice,
  listNoticeMails,
  sendNoticesAgain: sendOfficeNoticesAgain,
  changeNotice: changeOfficeNotice,
  removeNotice: removeOfficeNotice,
  readMemberNotices,
  excludeMember,
  listMails,
  readMailSettings,
  testMail,
  listSearches,
  listPages,
  addPage,
  readPage,
  changePage,
  removePage,
  addPageFile,
  listDuplicates: respondWithDuplicates,
  separateMembers,
  listWaiting,
  approve: approveMembers,
  listProposals,
  acceptProposal,
  declineProposal,
  refuse: refuseMember,
};

/** The endpoints of the office (docs/office.md). The role table has a row for each. */
export function officeRoutes(services: OfficeRouteServices): Hono {
  const routes = new Hono();
  // The cast is safe, because these are the keys of an object literal.
  const names = Object.keys(officeEndpoints) as OfficeEndpointName[];
  for (const path of new Set(names.map((name) => officeEndpoints[name].path))) {
    const ofPath = names.filter((name) => officeEndpoints[name].path === path);
    const address = officeRoute(path);
    for (const name of ofPath) {
      routes.on(officeEndpoints[name].method, address, (context) => handlers[name](context, services));
    }
    const own: string[] = ofPath.map((name) => officeEndpoints[name].method);
    const methods = [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
    routes.options(address, (context) => context.body(null, 204, { Allow: methods }));
    routes.all(address, () => {
      throw new ApiError('method_not_allowed', `The method must be one of ${methods}`, { Allow: methods });
    });
  }
  return routes;
}

async function respondWithMe(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'me');
  const { personId, role, onlyChapters, officer, reader, signedInAt } = access;
  const body = {
    PersonID: String(personId),
    Role: role,
    Chapters: (onlyChapters ?? []).map(String),
    OfficerAccess: officer?.setting ?? null,
    ReadersSeeContact: reader?.seesContact ?? null,
    SendsMail: services.mailSettings.server !== null,
    SignedInAt: signedInAt?.toISOString() ?? null,
    RecentUntil: recentUntil(signedInAt)?.toISOString() ?? null,
    Endpoints: endpointsOf(role).map(({ method, path, isSensitive }) => ({
      Method: method,
      Path: path,
      NeedsRecentSignIn: isSensitive,
    })),
  };
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}

/** GET: searches of the directory that found nobody, most frequent first. */
async function listSearches(context: Context, services: OfficeRouteServices): Promise<Response> {
  const { organisationId } = await checkOffice(context, services, 'listSearches');
  const { store, clock } = services;
  new QueryParameters(rawQuery(context), []);
  const day = await readDay(store.members, organisationId, clock());
  if (day === null) throw new ApiError('not_found', 'The organisation no longer exists');
  await services.flushSearches();
  const body = await readMissedSearches(store, { organisationId, today: day.today });
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}

async function respondWithStructure(context: Context, services: OfficeServices): Promise<Response> {
  const { organisationId, reader, officer } = await checkOffice(context, services, 'readStructure');
  const structure = await readStructure(services.store.members, organisationId);
  const named = (records: Iterable<{ id: number; name: string }>) =>
    [...records].map(({ id, name }) => ({ ID: String(id), Name: name }));
  const extras = [...(structure?.extras.values() ?? [])].filter(
    ({ id, isAdminOnly }) => (reader === null || !isAdminOnly) && officer?.seesExtra(id) !== false,
  );
  const body: OfficeStructure = {
    MembershipTypes: named(structure?.types.values() ?? []),
    Categories: named(structure?.categories.values() ?? []),
    Chapters: named(structure?.chapters.values() ?? []),
    Addons: named(structure?.addons.values() ?? []),
    Extras: extras.map(({ id, question, isAdminOnly, isMembersOnly, answerType, options }) => ({
      ID: String(id),
      Question: question,
      AdminOnly: isAdminOnly,
      MembersOnly: isMembersOnly,
      IsOne: hasOneAnswer(answerType),
      Options: options,
    })),
  };
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}
