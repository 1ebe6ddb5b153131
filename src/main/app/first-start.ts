import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { StationOptions } from './options'

/** `preferences.json` is what IT copies to new stations; the others come with the first connection. */
const SET_UP = ['preferences.json', 'connection.json', 'live']

/** Whether neither IT nor a person has set up this station, nor asked for training. Call before anything is written. */
export function isFirstStart({ dataDir, training, provisioned }: StationOptions): boolean {
  if (training || provisioned.baseUrl !== null) return false
  return !SET_UP.some((name) => existsSync(join(dataDir, name)))
}
