import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { composePackbench } from '../../../src/main/app/compose'
import { whoWorksHere } from '../../../src/main/areas/station/capture'
import { createBrowserPrinting } from '../../../src/main/hosts/browser/printing'
import type { SecretStore } from '../../../src/main/hosts/host'
import { createKeyFileSecrets } from '../../../src/main/hosts/key-file-secrets'
import { createPrintPages } from '../../../src/main/hosts/print-pages'
import type { RequestChannel } from '../../../src/shared/contract/channels'
import type { ErrorCode } from '../../../src/shared/contract/result'
import { makeStation } from '../../support/account'
import { FIRST_PAGE, nothing, openMarket, optionsFor } from '../../support/composed'
import { tempDir } from '../../support/temp-dir'

/** What is asked while an account is closed and the next one is not open yet. */

/** As a keychain, which is asked through the system, takes its time. */
function slowly(secrets: SecretStore): SecretStore {
  return {
    async seal(plain) {
      await nextTurn()
      return secrets.seal(plain)
    },
    async open(sealed, again) {
      await nextTurn()
      return secrets.open(sealed, again)
    },
  }
}

async function slowStation() {
  const dataDir = tempDir()
  const printing = createBrowserPrinting(createPrintPages())
  const secrets = slowly(createKeyFileSecrets(dataDir))
  const packbench = await composePackbench(
    optionsFor(dataDir),
    { kind: 'browser', secrets, printing, onWake: () => () => {}, quit() {} },
    '0.0.0-test',
  )
  onTestFinished(() => packbench.close())
  const answerOf = async (channel: RequestChannel, request: unknown): Promise<ErrorCode | null> => {
    const answer = await packbench.handle(channel, request)
    return answer.ok ? null : answer.error.code
  }
  return { packbench, answerOf }
}

it.each(['reset', 'restore'] as const)('is answered once there is an account again (%s)', async (how) => {
  const { baseUrl, accessToken } = await openMarket()
  const { packbench, answerOf } = await slowStation()
  expect(await answerOf('settings:connect', { baseUrl, accessToken, exportOps: false })).toBeNull()
  const backup = await packbench.handle('station:back-up', nothing)
  let isOver = false
  const change = (
    how === 'reset'
      ? answerOf('station:leave', { how: 'reset', exportOps: false })
      : answerOf('station:restore', { name: (backup as { value: { name: string } }).value.name })
  ).finally(() => (isOver = true))
  const answers: Promise<ErrorCode | null>[] = []
  while (!isOver) {
    answers.push(answerOf('packing:queue', FIRST_PAGE), answerOf('station:bootstrap', nothing))
    await nextTurn()
  }
  expect(await change).toBeNull()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([null]))
})

it('names the person at work without asking the closed account, as when the station locks at that moment', async () => {
  const station = makeStation()
  await station.close()
  expect(whoWorksHere({ ...station, osUser: 'pat', signedIn: () => null })).toBe('pat')
})
