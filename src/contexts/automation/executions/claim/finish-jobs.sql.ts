/** The queue's own table of jobs. */
export const queue = 'graphile_worker._private_jobs';

/** $1: jobs that are done, $2: the name that locked them. */
export const finishJobsSql = `/* finish_jobs */ delete from ${queue} where id = any($1::bigint[]) and locked_by = $2`;

/** $1: a job that failed, $2: the name that locked it, $3: the error. It is retried with increasing delays. */
export const putOffJobSql = `/* put_off_job */
update ${queue} set last_error = $3, run_at = greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second',
  locked_by = null, locked_at = null
where id = $1 and locked_by = $2`;
