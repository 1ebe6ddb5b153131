import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { composePackbench, type Packbench } from '../../src/main/app/compose'
import { NOT_PROVISIONED } from '../../src/main/app/provisioning/provisioning'
import type { Clock } from '../../src/main/base/clock'
import { createBrowserPrinting } from '../../src/main/hosts/browser/printing'
import { createKeyFileSecrets } from '../../src/main/hosts/key-file-secrets'
import { createPrintPages } from '../../src/main/hosts/print-pages'

export type ComposedAt = {
  dataDir: string
  stationName: string
  servers: readonly string[]
  marketplace: { baseUrl: string; accessToken: string }
}

/** A complete station without a window at a hub, for a process that is not a test. */
export function openComposed(
  { dataDir, stationName, servers, marketplace }: ComposedAt,
  clock?: Clock,
): Promise<Packbench> {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'preferences.json'), JSON.stringify({ lan: { stationName } }))
  const host = {
    kind: 'browser' as const,
    secrets: createKeyFileSecrets(dataDir),
    printing: createBrowserPrinting(createPrintPages()),
    onWake: () => () => {},
    quit: () => {},
  }
  const { baseUrl, accessToken } = marketplace
  return composePackbench(
    {
      verbose: false,
      doctor: false,
      warnings: [],
      kiosk: false,
      provisioning: NOT_PROVISIONED,
      host: 'browser',
      port: null,
      open: false,
      dataDir,
      training: false,
      provisioned: { baseUrl, accessToken, warehouseId: 1 },
      hub: { servers, credentials: null },
    },
    host,
    // The marketplace's log tells the stations apart by it.
    `0.0.0-${stationName.replaceAll(' ', '-')}`,
    clock,
  )
}
