import { chapterhouse, type Chapterhouse } from '@/lib/chapterhouse';
import { exportFormats } from '@/lib/contract/office-members';
import { readMembersView, toExportAddress, toExportRequest } from '@/lib/office-pages/members-view';
import { readFileForm, sendFile } from '@/lib/office-pages/send-file';

export async function POST(request: Request): Promise<Response> {
  return exportList(chapterhouse(), request);
}

/** If the file cannot be made, the export page is shown again and says why. */
async function exportList(app: Chapterhouse, request: Request): Promise<Response> {
  const form = await readFileForm(app, request);
  const query = new URLSearchParams(form.get('list') ?? '');
  const view = readMembersView(
    Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)])),
  );
  const format = exportFormats.find((one) => one === form.get('format'));
  return sendFile(app, request, {
    page: toExportAddress(view),
    path: format === undefined ? null : toExportRequest(view, format),
    fileName: `members.${format}`,
  });
}
