import { openAccount, type Account, type AccountDeps } from '../../src/main/app/account/open'
import { NOT_PROVISIONED } from '../../src/main/app/provisioning/provisioning'
import { NO_SERIALS } from '../../src/shared/domain/orders/unit-serial'
import { NO_INSTRUCTIONS } from '../../src/main/areas/instructions/instruction-folder'
import type { Clock } from '../../src/main/base/clock'
import { ALONE } from '../../src/main/warehouse/port/neighbors'
import { countRevisions } from '../../src/main/base/revision'
import { createKeyFileSecrets } from '../../src/main/hosts/key-file-secrets'
import { PLAIN_NETWORK } from '../../src/main/partner/network'

export type LiveStart = { dataDir: string; baseUrl: string; accessToken: string }

/** What an account at a marketplace needs around it. */
export function liveDeps({ dataDir, baseUrl, accessToken }: LiveStart, clock: Clock): AccountDeps {
  return {
    options: {
      host: 'browser',
      port: null,
      open: false,
      dataDir,
      training: false,
      verbose: false,
      doctor: false,
      warnings: [],
      kiosk: false,
      provisioning: NOT_PROVISIONED,
      provisioned: { baseUrl, accessToken, warehouseId: 1 },
    },
    secrets: createKeyFileSecrets(dataDir),
    clock,
    userAgent: 'Packbench/kill-test',
    around: {
      signedIn: () => null,
      neighbors: ALONE,
      instructions: NO_INSTRUCTIONS,
      serialRule: () => NO_SERIALS,
      oneBox: () => false,
    },
    revision: countRevisions(),
    passphrase: () => null,
    network: PLAIN_NETWORK,
    photoDays: () => 90,
    priceFloor: () => ({ ofPresentPercent: 70, ofMsrpPercent: 0 }),
  }
}

export type Live = {
  /** Another one after damage was found and saved. */
  account(): Account
  /** Resolves when no file is being saved. */
  ready(): Promise<void>
}

/** An account that is closed and opened again when its file turns out to be damaged, as the app does it. */
export async function openLive(deps: AccountDeps, baseUrl: string): Promise<Live> {
  let repairs = 0
  let ready: Promise<unknown> = Promise.resolve()
  const open = (): Promise<Account> =>
    openAccount(
      deps,
      { mode: 'live', baseUrl, number: 1 },
      {
        onDamage() {
          repairs += 1
          if (repairs > 2) return
          ready = ready.then(async () => {
            await new Promise((resolve) => setImmediate(resolve))
            await account.close()
            account = await open()
          })
          ready.catch(() => null)
        },
        onOtherAccount: () => {
          throw new Error('the token is said to be of another account')
        },
      },
    )
  let account = await open()
  return {
    account: () => account,
    async ready() {
      await ready
    },
  }
}
