import { run, sql, type Db, type Tx } from '../db/database'
import { readTolerantly } from './damaged-rows'

/**
 * Bulk jobs on their way from the present file to the next one. The outbox keeps every operation of the present file, so
 * the jobs that asked for them are the present file's, too: a job of an older file would queue its rows again.
 */

const TABLES = ['bulk_jobs', 'bulk_rows'] as const

/** Replaces the jobs of the new file by those that can be read in the present one. */
export function salvageJobs(tx: Tx, present: Db): void {
  dropDeleted(tx, present)
  for (const table of TABLES) {
    const columns = columnsOf(present, table).filter((name) => columnsOf(tx, table).includes(name))
    if (columns.length === 0) return
    const insert = `INSERT OR REPLACE INTO ${table} (${columns.join(', ')})
      VALUES (${columns.map(() => '?').join(', ')})`
    readTolerantly(() => {
      // Row by row: those before a broken page are kept.
      for (const row of sql(present, `SELECT ${columns.join(', ')} FROM ${table}`)
        .raw()
        .iterate())
        run(tx, insert, ...(row as unknown[]))
    })
  }
  // Half of a job would be confirmed as if it were the whole.
  run(
    tx,
    `DELETE FROM bulk_jobs WHERE state IN ('reading', 'checking', 'draft')
       AND row_count <> (SELECT count(*) FROM bulk_rows r WHERE r.job_id = bulk_jobs.job_id)`,
  )
}

/** Finished since, perhaps with its operations in the archive, such a job would queue its rows a second time. */
function dropDeleted(tx: Tx, present: Db): void {
  const known = readTolerantly(() => sql(present, 'SELECT job_id FROM bulk_jobs').pluck().all())
  if (known === 'broken') return
  run(tx, 'DELETE FROM bulk_jobs WHERE job_id NOT IN (SELECT value FROM json_each(?))', JSON.stringify(known))
}

function columnsOf(db: Db, table: string): string[] {
  const columns = readTolerantly(() => sql(db, 'SELECT name FROM pragma_table_info(?)').pluck().all(table))
  return columns === 'broken' ? [] : (columns as string[])
}
