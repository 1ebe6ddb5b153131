import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openSecrets } from '../../../src/main/app/account/secrets'
import { SecretsUnavailable, type SecretStore } from '../../../src/main/hosts/host'
import { createKeyFileSecrets } from '../../../src/main/hosts/key-file-secrets'
import { inTransaction } from '../../../src/main/store/db/database'
import { closeDatabase, openDatabase } from '../../../src/main/store/db/open'
import { readSecret, readSetting, writeSecret, writeSetting } from '../../../src/main/store/tables/settings'
import { createManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { tempDir } from '../../support/temp-dir'

/** A store whose keychain can be locked, and which may require that opened values are sealed again. */
function lockable(dir: string) {
  const file = createKeyFileSecrets(dir)
  const state = { locked: false, sealAgain: false }
  const secrets: SecretStore = {
    seal: (plain) => file.seal(plain),
    async open(sealed, again) {
      if (state.locked) throw new SecretsUnavailable('locked')
      if (state.sealAgain) again?.()
      return file.open(sealed)
    },
  }
  return { secrets, state }
}

async function anAccount() {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => said.mockRestore())
  const dir = tempDir()
  const db = openDatabase(join(dir, 'account', 'station.sqlite'))
  onTestFinished(() => closeDatabase(db))
  const clock = createManualClock()
  const store = lockable(dir)
  const open = (secrets: SecretStore = store.secrets) => openSecrets({ db, secrets, clock }, null)
  const first = await open()
  const sealedToken = await store.secrets.seal(Buffer.from('the token'))
  inTransaction(db, (tx) => {
    writeSecret(tx, 'access-token', sealedToken)
    writeSetting(tx, 'pull.cursor', '2026-11-20T00:00:00Z')
  })
  const lines = () => said.mock.calls.map(([line]) => String(line))
  return { dir, db, clock, open, ...store, lines, sealed: first.seal.seal(1, { customer: {} })! }
}

describe('a locked keychain', () => {
  it('keeps the key and the token, and returns both once it opens', async () => {
    const { db, clock, open, state, sealed, lines } = await anAccount()
    const before = readSecret(db, 'buyer-key')
    state.locked = true
    const kept = await open()
    const late = vi.fn()
    kept.onLate(late)
    expect(kept.seal.hasKey()).toBe(false)
    expect(kept.seal.open(1, sealed)).toBeNull()
    expect(kept.token).toBeNull()
    expect(readSecret(db, 'buyer-key')).toEqual(before)
    expect(lines().filter((line) => line.includes('is not available now'))).toHaveLength(2)

    clock.advance(60_000)
    await eventually(() => expect(clock.pending()).toBe(2))
    expect(late).not.toHaveBeenCalled()
    state.locked = false
    clock.advance(60_000)
    await eventually(() => expect(late).toHaveBeenCalledWith('the token'))
    expect(kept.seal.open(1, sealed)).toEqual({ customer: {} })
    expect(readSecret(db, 'buyer-key')).toEqual(before)
    kept.stop()
  })

  it('makes the next start re-read the buyers of orders imported meanwhile', async () => {
    const { db, open, state } = await anAccount()
    state.locked = true
    const locked = await open()
    locked.stop()
    expect(readSetting(db, 'pull.cursor')).not.toBeNull()
    state.locked = false
    await open()
    expect(readSetting(db, 'pull.cursor')).toBeNull()
  })
})

it('a secret under an older or weaker key is sealed again, and opens as before', async () => {
  const { db, open, state, sealed } = await anAccount()
  const before = readSecret(db, 'buyer-key')
  state.sealAgain = true
  const kept = await open()
  expect(kept.seal.open(1, sealed)).toEqual({ customer: {} })
  expect(readSecret(db, 'buyer-key')).not.toEqual(before)
  state.sealAgain = false
  expect((await open()).seal.open(1, sealed)).toEqual({ customer: {} })
})

it.each([
  ['damaged', Buffer.from('short')],
  ['of another PC', randomBytes(32)],
])(
  'with a secret.key that is %s the station starts, reads buyers again, and asks for the token',
  async (_, key) => {
    const { dir, db, open, lines } = await anAccount()
    writeFileSync(join(dir, 'secret.key'), key)
    const kept = await open(createKeyFileSecrets(dir))
    expect(kept.token).toBeNull()
    expect(kept.seal.hasKey()).toBe(true)
    expect(readSetting(db, 'pull.cursor')).toBeNull()
    if (key.length !== 32) expect(lines()[0]).toContain('was damaged and moved aside')
    expect(lines().some((line) => line.includes('enter it again'))).toBe(true)
  },
)
