import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { putNewFile } from './new-file'
import { openStation, type TestStation, type TestStationOptions } from './open-account'
import { tempDir } from './temp-dir'

export type { TestStation, TestStationOptions } from './open-account'

/** A station on its own file, closed after the test. Engine and pull are not started. */
export function makeStation(options: Partial<TestStationOptions> = {}): TestStation {
  const file = options.file ?? join(tempDir(), 'station.sqlite')
  putNewFile(file)
  const station = openStation({ ...options, file })
  onTestFinished(() => station.close())
  return station
}

/** The same station as its counts see it once all orders and the items that decide what is late were read. */
export function afterImport(station: TestStation): Pick<TestStation, 'db' | 'clock' | 'pull' | 'titles'> {
  const { db, clock, pull, titles } = station
  return {
    ...{ db, clock },
    pull: withMethods(pull, { importing: () => null }),
    titles: withMethods(titles, { known: () => true }),
  }
}

/** The same part with other methods: its own need its fields, so they are not copied. */
export function withMethods<Part extends object>(part: Part, methods: Partial<Part>): Part {
  return new Proxy(part, {
    get: (own, name): unknown => Reflect.get(name in methods ? methods : own, name),
  })
}
