import type { Migration } from './migration'

/**
 * Looks codes up whatever the case of their letters. In place of the former indexes, not beside them: a first import
 * would write half as many index pages again. An exact comparison uses them as well, if it also asks for NOCASE.
 */
export const migration0155: Migration = {
  version: 155,
  name: 'codes-any-case',
  up(db) {
    db.exec(`
      DROP INDEX order_lines_item_number;
      DROP INDEX order_lines_external_id;
      DROP INDEX order_lines_mpn;
      CREATE INDEX order_lines_item_number_any_case ON order_lines (item_number COLLATE NOCASE) WHERE item_number IS NOT NULL;
      CREATE INDEX order_lines_external_id_any_case ON order_lines (external_id COLLATE NOCASE) WHERE external_id IS NOT NULL;
      CREATE INDEX order_lines_mpn_any_case ON order_lines (mpn COLLATE NOCASE) WHERE mpn IS NOT NULL;
    `)
  },
}
