import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll } from 'vitest'
import { bundle, type Bundle } from '../support/bundle'

type Run = { printed: string; exitCode: number | null; signal: string | null }

/**
 * Runs `import-process.ts`, which is built once for the file of tests that calls this.
 * @returns imports into `file` once; the process is killed after its commit number `killAfter`, if that is not 0
 */
export function importRuns(
  what: 'orders' | 'items',
): (file: string, baseUrl: string, killAfter: number) => Promise<Run> {
  let code: Bundle
  beforeAll(async () => {
    code = await bundle('test/kill/import-process.ts')
  }, 60_000)
  afterAll(() => code.remove())
  return async (file, baseUrl, killAfter) => {
    const child = spawn(process.execPath, [code.file, file, baseUrl, String(killAfter), what], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [printed, [exitCode, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    return { printed, exitCode: exitCode as number | null, signal: signal as string | null }
  }
}
