import { inTransaction, type Db, type Tx } from '../../store/db/database'
import { readJsonSetting, readSetting, writeSetting } from '../../store/tables/settings'
import { roundSchema, windowsSchema, type Round, type Window } from './pull-round'

/** Where the pull continues, also after a restart. Stored under these names; never rename one. */
export type PullPlace = {
  cursor(): string | null
  /** Everything that changed before was read when it must have been shown; `null` if unknown. */
  settled(): string | null
  /** @param settled never later than `cursor` */
  keepCursor(tx: Tx, cursor: string, settled: string): void
  /** The round in progress. */
  round(): Round | null
  keepRound(tx: Tx, round: Round | null): void
  saveRound(round: Round | null): void
  /** Windows that could not be read. */
  skipped(): Window[]
  keepSkipped(tx: Tx, windows: readonly Window[] | null): void
}

const CURSOR = 'pull.cursor'
const SETTLED = 'pull.settled'
const ROUND = 'pull.round'
const SKIPPED = 'pull.skipped'

export function createPullPlace(db: Db): PullPlace {
  const keep = (tx: Tx, key: string, value: unknown): void =>
    writeSetting(tx, key, value === null ? null : JSON.stringify(value))
  const keepRound = (tx: Tx, round: Round | null): void => keep(tx, ROUND, round)
  return {
    cursor: () => readSetting(db, CURSOR),
    settled: () => readSetting(db, SETTLED),
    keepCursor(tx, cursor, settled) {
      writeSetting(tx, CURSOR, cursor)
      writeSetting(tx, SETTLED, settled)
    },
    round: () => readJsonSetting(db, ROUND, roundSchema),
    keepRound,
    saveRound: (round) => inTransaction(db, (tx) => keepRound(tx, round)),
    skipped: () => readJsonSetting(db, SKIPPED, windowsSchema) ?? [],
    keepSkipped: (tx, windows) => keep(tx, SKIPPED, windows),
  }
}
