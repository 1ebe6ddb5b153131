import type { Migration } from './migration'

/**
 * Looks up a code of digits that a catalog has in groups, as ISBNs are printed. Only such codes are in the indexes, so
 * that other catalogs pay nothing.
 */
export const migration0370: Migration = {
  version: 370,
  name: 'codes-in-groups',
  up(db) {
    const COLUMNS = ['item_number', 'external_id', 'mpn']
    for (const column of COLUMNS)
      db.exec(`
        CREATE INDEX order_lines_${column}_in_groups ON order_lines (replace(replace(${column}, '-', ''), ' ', ''))
          WHERE ${column} GLOB '*[0-9][- ][0-9]*' AND ${column} NOT GLOB '*[^0-9 -]*';
      `)
  },
}
