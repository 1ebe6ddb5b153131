import { closeSync, copyFileSync, existsSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'

/**
 * A database whose first page broke cannot be opened at all, although every row is still there: that page says where
 * the tables begin. Another file of this station has them in the same places, because tables never move.
 * @see https://www.sqlite.org/fileformat2.html#the_database_header
 */

const PAGE_BYTES = 4_096
const VERSIONS_AT = 18
const WITH_LOG = 2
const PAGES_AT = 28

/** Writes the broken database to `to`, with its log, under the first page of another one. */
export function lendFirstPage(broken: string, donor: string, to: string): void {
  copyFileSync(broken, to)
  if (existsSync(`${broken}-wal`)) copyFileSync(`${broken}-wal`, `${to}-wal`)
  const page = firstPageOf(donor)
  const fd = openSync(to, 'r+')
  try {
    page.fill(WITH_LOG, VERSIONS_AT, VERSIONS_AT + 2)
    page.writeUInt32BE(Math.floor(fstatSync(fd).size / PAGE_BYTES), PAGES_AT)
    writeSync(fd, page, 0, PAGE_BYTES, 0)
  } finally {
    closeSync(fd)
  }
}

function firstPageOf(file: string): Buffer {
  const page = Buffer.alloc(PAGE_BYTES)
  const fd = openSync(file, 'r')
  try {
    readSync(fd, page, 0, PAGE_BYTES, 0)
    return page
  } finally {
    closeSync(fd)
  }
}
