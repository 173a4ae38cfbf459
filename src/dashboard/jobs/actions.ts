import { readFile, request } from '../api/request';
import { currentUser } from '../api/session';
import { saveFile } from '../ui/save-file';
import { toastError } from '../ui/toast';
import { dismissJob } from './dismissed';
import { cancelJob, type Job } from './operations';

/** Stops a job; what it did stays done. */
export const stopJob = ({ workspaceId, id }: Job): void =>
  void request(cancelJob, { workspaceId, jobId: id }).catch(toastError);

/** The user knows what came of a job. */
export const dismiss = ({ workspaceId, id }: Job): void => dismissJob(currentUser()?.id ?? '', workspaceId, id);

/** Saves the file of an export. @throws ServerError | Unreachable */
export async function saveResult({ resultUrl, resource, createdAt }: Job): Promise<void> {
  if (!resultUrl) return;
  // The server may be known by other addresses than the one of the page.
  const path = resultUrl.slice(resultUrl.lastIndexOf('/workspaces/'));
  const [, ending] = path.split('/result.');
  saveFile(await readFile(path), `${resource}-${createdAt.slice(0, 10)}.${ending}`);
}
