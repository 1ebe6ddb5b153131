import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../support/temp-dir'

/**
 * A capability is one folder on each floor and its registration. Here the put wall is taken out of a copy: the rest still
 * fits together, and its tests pass.
 */

const ROOT = path.join(import.meta.dirname, '..', '..', '..')
const COPIED = /^(src|test|package\.json|vitest\.config\.ts|tsconfig.*\.json)$/

const FOLDERS = [
  'src/main/areas/put-wall',
  'src/renderer/src/features/put-wall',
  'src/shared/contract/put-wall.ts',
]

/** Its registration: in each file what names it, and what is left. */
const REGISTERED: readonly (readonly [
  file: string,
  ...edits: readonly (readonly [from: string, to?: string])[],
])[] = [
  [
    'src/shared/contract/contract.ts',
    ["import { putWallCalls } from './put-wall'\n"],
    ['  ...putWallCalls,\n'],
  ],
  [
    'src/main/areas/handlers.ts',
    ["import { putWallHandlers } from './put-wall/handlers'\n"],
    ['    ...putWallHandlers(parts),\n'],
  ],
  [
    'src/main/areas/packing/handlers.ts',
    ["import { codesInSlot } from '../put-wall/put-wall'\n"],
    ['        ...codesInSlot(account(), request.orderId),\n'],
  ],
  [
    'src/renderer/src/shell/bench.ts',
    ["import { PutWallPage } from '../features/put-wall/put-wall-page'\n"],
    ["import { PutWallStep } from '../features/put-wall/put-wall-step'\n"],
    ['  PutWallPage,\n'],
    ['  PutWallStep,\n'],
  ],
  [
    'src/renderer/src/shell/order-notes.tsx',
    ["import { InSlot } from '../features/put-wall/in-slot'\n"],
    ['      <InSlot order={order} />\n'],
  ],
  // Its page, and what the band says there.
  ['src/renderer/src/stores/screen-store.ts', ["  'put_wall',\n"]],
  ['src/renderer/src/shell/rail.tsx', ["  put_wall: 'queue',\n"]],
  [
    'src/renderer/src/app.tsx',
    [" | 'put_wall'"],
    ["  if (screen === 'put_wall') return bench === null ? <Waiting /> : <bench.PutWallPage />\n"],
  ],
  [
    'src/renderer/src/shell/band.tsx',
    [", 'put_wall'"],
    ["  if (screen === 'put_wall') return <bench.PutWallStep />\n"],
  ],
  // Its command, and the way there from the pick list.
  [
    'src/shared/domain/scanning/command.ts',
    ["  /** The put wall, where the items of several orders are sorted. */\n  | 'open_put_wall'\n"],
    [
      "  put_wall: {\n    code: `${CODE_PREFIX}PUT`,\n    key: 'F2',\n    shift: true,\n    does: row({ ...everywhere('open_put_wall'), ...CHOSEN('lines_chosen'), taken_over: 'lines_chosen' }),\n  },\n",
    ],
  ],
  ['src/renderer/src/scan/decision.ts', [" | 'open_put_wall'"]],
  [
    'src/renderer/src/scan/decide-command.ts',
    ["    case 'open_put_wall':\n      return refuseToLeave(facts, code, 0) ?? { act: deed }\n"],
  ],
  [
    'src/renderer/src/scan/perform.ts',
    [
      "      case 'open_put_wall':\n        bench.screen.getState().go('put_wall')\n        await untilItTakes('put_wall')\n        return { kind: 'wall_opened', code }\n",
    ],
  ],
  [
    'src/renderer/src/features/queue/pick-list.tsx',
    [
      "  const go = useStoreOf('screen', (state) => state.go)\n  // What was scanned at the bench would be lost.\n  const begun = useStoreOf('order', isBegun)\n  const sort = () => {\n    hide()\n    go('put_wall')\n  }\n",
    ],
    ["import { isBegun } from '../../stores/order-store'\n"],
    ['import { useStoreOf, useStores }', 'import { useStores }'],
    [
      '        <Button variant="default" size="lg" disabled={begun} onClick={sort}>\n          {t(\'putWall.sort\')}\n        </Button>\n',
    ],
  ],
]

/** What the rest is tried by: the tests of the floors on which it was. */
const RINGS = [
  'test/contract/areas',
  'test/unit/main/areas',
  'test/unit/renderer',
  'test/unit/shared/domain/scanning',
]
/** They read the whole repository, which is not in the copy, or say which commands there are. */
const OF_THE_WHOLE = /\/(docs|tooling|locales)\/|\/(command-table|regular-expressions|theme-variables)\.test/

describe('a capability', () => {
  it('is taken out by deleting its folders and its registration', { timeout: 600_000 }, () => {
    const copy = tempDir()
    for (const name of readdirSync(ROOT).filter((entry) => COPIED.test(entry)))
      cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true })
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))
    for (const folder of FOLDERS) rmSync(path.join(copy, folder), { recursive: true })
    for (const [file, ...edits] of REGISTERED) {
      const target = path.join(copy, file)
      let source = readFileSync(target, 'utf8')
      for (const [from, to = ''] of edits) {
        expect(source.split(from), `${file}: ${from}`).toHaveLength(2)
        source = source.replace(from, () => to)
      }
      writeFileSync(target, source)
    }
    for (const project of ['shared', 'node', 'renderer'])
      expect(run(copy, 'typescript/bin/tsc', ['-b', `tsconfig.${project}.json`])).toBe('')
    const rest = RINGS.flatMap((ring) => testsIn(copy, ring))
    expect(rest.length).toBeGreaterThan(50)
    const report = path.join(copy, 'report.json')
    const said = run(copy, 'vitest/vitest.mjs', ['run', '--reporter=json', `--outputFile=${report}`, ...rest])
    expect(existsSync(report), said).toBe(true)
    const tried = JSON.parse(readFileSync(report, 'utf8')) as Report
    expect(tried.testResults.flatMap(failuresIn)).toEqual([])
    expect(tried.numPassedTests).toBeGreaterThan(500)
  })
})

type Report = {
  numPassedTests: number
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

function failuresIn({ name, message, assertionResults }: Report['testResults'][number]): string[] {
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  return [
    ...(message === '' ? [] : [`${name}: ${message}`]),
    ...failed.map(({ fullName, failureMessages }) => `${name}: ${fullName}: ${failureMessages[0] ?? ''}`),
  ]
}

/** @returns what it said */
function run(cwd: string, tool: string, args: readonly string[]): string {
  // The run around this one has its own variables, by which a second one would take itself for a part of it.
  const env = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_OPTIONS)/.test(name))
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(cwd, 'node_modules', tool), ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...Object.fromEntries(env), NO_COLOR: '1' },
  })
  return stdout + (tool.startsWith('vitest') ? stderr : '')
}

/** Those that do not name the capability. */
function testsIn(copy: string, ring: string): string[] {
  return readdirSync(path.join(copy, ring), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(ring, name))
    .filter((name) => /\.test\.tsx?$/.test(name) && !OF_THE_WHOLE.test(name))
    .filter((name) => !/put.?wall/i.test(readFileSync(path.join(copy, name), 'utf8')))
}
