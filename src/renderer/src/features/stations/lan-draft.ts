import type { Preferences } from '../../../../shared/contract/preferences'

type Lan = Preferences['lan']

/** The form as typed. */
export type LanDraft = { on: boolean; stationName: string; port: string; addresses: string }

export function draftOf({ on, stationName, port, addresses }: Lan): LanDraft {
  return { on, stationName, port: String(port), addresses: addresses.join('\n') }
}

const ADDRESS = /^[^\s:]{1,250}(:\d{1,5})?$/
const MOST_ADDRESSES = 64

/** @returns the settings, or which field cannot be read */
export function readDraft(draft: LanDraft): Lan | { problem: 'port' | 'addresses' } {
  const port = /^\d{4,5}$/.test(draft.port.trim()) ? Number(draft.port) : 0
  if (port < 1_024 || port > 65_535) return { problem: 'port' }
  const addresses = draft.addresses.split(/[\s,;]+/).filter((address) => address !== '')
  if (addresses.length > MOST_ADDRESSES || !addresses.every((address) => ADDRESS.test(address)))
    return { problem: 'addresses' }
  return { on: draft.on, stationName: draft.stationName.trim(), port, addresses }
}
