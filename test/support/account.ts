import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openStation, type TestStation, type TestStationOptions } from './open-account'
import { tempDir } from './temp-dir'

export type { TestStation, TestStationOptions } from './open-account'

/** A station on its own file, closed after the test. Engine and pull are not started. */
export function makeStation(options: Partial<TestStationOptions> = {}): TestStation {
  const station = openStation({ ...options, file: options.file ?? join(tempDir(), 'station.sqlite') })
  onTestFinished(() => station.close())
  return station
}
