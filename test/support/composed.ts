import { onTestFinished, vi } from 'vitest'
import type { Clock } from '../../src/main/base/clock'
import type { Updater } from '../../src/main/hosts/host'
import { composePackbench, type Packbench } from '../../src/main/app/compose'
import { createBrowserPrinting } from '../../src/main/hosts/browser/printing'
import { createKeyFileSecrets } from '../../src/main/hosts/key-file-secrets'
import { createPrintPages } from '../../src/main/hosts/print-pages'
import { NOT_PROVISIONED, type Provisioning } from '../../src/main/app/provisioning/provisioning'
import type { StationOptions } from '../../src/main/app/options'
import { createControl } from '../../src/marketplace/control-client'
import { startMarketplace } from '../../src/marketplace/server'
import type { ValueOf } from '../../src/shared/contract/bridge'
import { type AnyCall, ERRORS_OF_EVERY_CALL } from '../../src/shared/contract/call'
import type { RequestChannel } from '../../src/shared/contract/channels'
import { CONTRACT } from '../../src/shared/contract/contract'
import type { RequestOf } from '../../src/shared/contract/requests'
import type { BridgeError, ErrorCode, Result } from '../../src/shared/contract/result'
import { tempDir } from './temp-dir'

/** The whole application without a window, on its own marketplace. */

type Live = Partial<StationOptions['provisioned']>

export const nothing = {}
export const FIRST_PAGE = { view: 'to_pack', search: '', offset: 0, limit: 50 } as const

/** What a start without any flag would have, in this data folder. */
export function optionsFor(
  dataDir: string,
  provisioned: Live = {},
  training = false,
  provisioning: Provisioning = NOT_PROVISIONED,
): StationOptions {
  return {
    verbose: false,
    doctor: false,
    warnings: [],
    kiosk: false,
    provisioning,
    host: 'browser',
    port: null,
    open: false,
    dataDir,
    training,
    provisioned: { baseUrl: null, accessToken: null, warehouseId: null, ...provisioned },
  }
}

/** Everything wired as in a host; closed after the test. */
export async function compose(
  dataDir: string,
  provisioned: Live = {},
  training = false,
  clock?: Clock,
  provisioning: Provisioning = NOT_PROVISIONED,
  updater?: Updater,
  { version = '0.0.0-test', ...more }: Partial<StationOptions> & { version?: string } = {},
) {
  const options = { ...optionsFor(dataDir, provisioned, training, provisioning), ...more }
  const quit = vi.fn<() => void>()
  const printPages = createPrintPages()
  const host = {
    kind: 'browser' as const,
    secrets: createKeyFileSecrets(dataDir),
    printing: createBrowserPrinting(printPages),
    onWake: () => () => {},
    quit,
    ...(updater && { updater }),
  }
  const packbench = keepingContract(await composePackbench(options, host, version, clock))
  let open = true
  const close = async (): Promise<void> => {
    if (open) await packbench.close()
    open = false
  }
  onTestFinished(close)
  return { ask: asker(packbench), refusal: refuser(packbench), packbench, printPages, close, quit }
}

/** Makes a test fail when a call answers with an error code that its contract does not name. */
function keepingContract(packbench: Packbench): Packbench {
  return {
    ...packbench,
    async handle(channel, request) {
      const result = await packbench.handle(channel, request)
      if (!result.ok && !mayAnswer(channel, result.error.code))
        throw new Error(`${channel} answers ${result.error.code}, which its contract does not name`)
      return result
    },
  }
}

/** @param channel may also be a name that a test made up */
function mayAnswer(channel: RequestChannel, code: ErrorCode): boolean {
  const ofEvery: readonly ErrorCode[] = ERRORS_OF_EVERY_CALL
  const { errors }: Pick<AnyCall, 'errors'> = CONTRACT[channel] ?? { errors: [] }
  return ofEvery.includes(code) || (errors as readonly ErrorCode[]).includes(code)
}

export type Ask = <C extends RequestChannel>(channel: C, request: RequestOf<C>) => Promise<ValueOf[C]>

function asker(packbench: Packbench): Ask {
  return async <C extends RequestChannel>(channel: C, request: RequestOf<C>) => {
    const result = (await packbench.handle(channel, request)) as Result<ValueOf[C]>
    if (!result.ok) throw new Error(`${channel}: ${result.error.code} ${result.error.message}`)
    return result.value
  }
}

function refuser(packbench: Packbench) {
  return async <C extends RequestChannel>(channel: C, request: RequestOf<C>): Promise<BridgeError> => {
    const result = await packbench.handle(channel, request)
    if (result.ok) throw new Error(`${channel} went through`)
    return result.error
  }
}

/** A marketplace with eight orders, its control API, and what a station needs to work with it. */
export async function openMarket(seed = 5) {
  const marketplace = await startMarketplace({
    dataDir: tempDir(),
    seed,
    orders: 8,
    items: 5,
    control: true,
  })
  onTestFinished(() => marketplace.close())
  return {
    ...marketplace,
    control: createControl(marketplace.controlUrl ?? ''),
    live: { baseUrl: marketplace.baseUrl, accessToken: marketplace.accessToken, warehouseId: 1 },
  }
}

/** Waits for the end of the first import. */
export const imported = (ask: Ask) =>
  vi.waitFor(
    async () => {
      const { status } = await ask('station:bootstrap', nothing)
      if (status.dataAsOf === null) throw new Error('not imported yet')
      return status
    },
    { timeout: 10_000 },
  )

/** Packs whatever the oldest order still needs. */
export async function packOldest(ask: Ask) {
  const { rows } = await ask('packing:queue', FIRST_PAGE)
  const order = await ask('packing:open', { orderId: rows[0]?.orderId ?? 0 })
  const lineIds = order.lines
    .filter((line) => !line.isShippingFee && line.shipmentId === null)
    .map((line) => line.lineId)
  return ask('packing:pack', {
    orderId: order.orderId,
    lineIds,
    carrier: 'UPS',
    trackingNumber: '',
    trackingUrl: null,
    warehouseId: 1,
  })
}
