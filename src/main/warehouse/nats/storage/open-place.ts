import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream'
import { newEpoch, type PlaceAtHub } from './places'

/** The set-up has not made this for the group of stations, and a station may not. */
export class HubUnprepared extends Error {
  override readonly name = 'HubUnprepared'
  constructor(place: string) {
    super(`the hub has no ${place}: ${setUpOf(place)}`)
  }
}

const NOT_THERE = 10_059

/**
 * Looks up a bucket or stream that the set-up has made. A hub for a trial, where stations may create, has none: there the
 * first station of a group makes it.
 * @throws HubUnprepared
 */
export async function openPlace(manager: JetStreamManager, place: PlaceAtHub): Promise<StreamInfo> {
  try {
    return await manager.streams.info(place.name)
  } catch (error) {
    if (isRefused(error)) throw new HubUnprepared(place.name)
    if (codeOf(error) !== NOT_THERE) throw error
  }
  try {
    return await manager.streams.add({ ...place, description: newEpoch() })
  } catch (error) {
    if (isRefused(error)) throw new HubUnprepared(place.name)
    // Another station has just created it, perhaps one that knows more servers than this one.
    return await manager.streams.info(place.name).catch(() => {
      throw error
    })
  }
}

/** Whether the server does not let this user do so. */
export function isRefused(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at.name === 'PermissionViolationError') return true
  return false
}

/** What IT runs at the hub. */
function setUpOf(place: string): string {
  const [, group = '', account = ''] = /^(?:KV_)?packbench_([^_]+)_[a-z]+(?:_([^_]+))?$/.exec(place) ?? []
  return `npm run hub -- --set-up --group=${group}${account === '' ? '' : ` --account=${account}`}`
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
