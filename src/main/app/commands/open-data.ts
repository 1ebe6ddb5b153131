import { join } from 'node:path'
import { openEvidence } from '../../areas/evidence/evidence'
import { createEvents } from '../../base/events'
import { nameOfOsUser } from '../../base/os-user'
import type { EvidenceLog } from '../../store/evidence/log'
import type { Db, DbFile } from '../../store/db/database'
import { openStation } from '../../store/recovery/open-station'
import type { AccountFolder } from './accounts'
import type { CommandDeps } from './deps'

/** Opens an account's database as the start of a station does: checked, migrated, and saved if it is damaged. */
export function openAsAtTheStart(
  { dir, file }: AccountFolder,
  { clock, warn }: Pick<CommandDeps, 'clock' | 'warn'>,
): DbFile {
  return openStation({ file, backupsDir: join(dir, 'backups'), wallMs: clock.wallMs(), log: warn })
}

type Act = Pick<Parameters<EvidenceLog['append']>[0], 'kind' | 'payload'>

/** Adds an entry to the account's evidence log in the name of the PC's user. */
export function recordIn(db: Db, { clock }: Pick<CommandDeps, 'clock'>, act: Act): void {
  const events = createEvents(
    () => null,
    (error) => console.error(error),
  )
  const evidence = openEvidence({ db, clock, events })
  evidence.append({ ...act, operator: nameOfOsUser() })
  evidence.close()
}
