import { setTimeout as sleep } from 'node:timers/promises'
import { needChromium } from '../../scripts/test-machine.mjs'
import { Chromium, type Session } from './chromium'
import { readHeapSnapshot, type KeptHeap } from './heap-snapshot'
import { processMemory, type ProcessMemory } from './process-memory'
import { strokesOf } from './scanner'

/**
 * A window for a whole shift, driven by bare keys and clicks. In its page runs nothing but the page and one observer: a
 * test runner that looks into the page at every step leaves its own objects there, and takes most of the time.
 */

/** What the page and its process keep, after a collection. */
export type WindowMemory = ProcessMemory &
  KeptHeap & {
    /** All of V8's heap that is in use. */
    heapBytes: number
    nodes: number
    listeners: number
  }

const LOOK_AGAIN_MS = 20
/** A hang, not a busy machine. */
const WAIT_MS = 60_000
const SIZE = { width: 1280, height: 800 }

export type ShiftWindow = Awaited<ReturnType<typeof openShiftWindow>>

/** Opens `url` in a browser of its own, with a profile in this folder. */
export async function openShiftWindow(url: string, profileDir: string) {
  // Chromium refuses to start as root with its sandbox on.
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const flags = ['--headless', '--accept-lang=en-GB', ...root]
  const chromium = await Chromium.launch(needChromium(), profileDir, flags)
  const { session } = await chromium.openPage(SIZE)
  const hands = await packIn(session)
  await session.send('Page.navigate', { url })
  return { ...hands, memory: () => memoryOf(chromium, session), close: () => chromium.kill() }
}

/** The part of a session with a page that is used here. */
export type PageSession = Pick<Session, 'send' | 'on'>

/** The packer's hands: on the page that is there, and on those that it navigates to. */
export async function packIn(session: PageSession) {
  const answers = await hearAnswers(session)
  let lastMs = 0

  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true })
    return (result as { value?: unknown }).value
  }
  const shown = async () => String(await evaluate('document.body.innerText'))
  /** Each look is one more script in the page: not for what comes with each order. */
  const until = async (condition: string): Promise<void> => {
    const untilMs = performance.now() + WAIT_MS
    while ((await evaluate(condition)) !== true) {
      if (performance.now() > untilMs) throw new Error(`never ${condition}: ${await shown()}`)
      await sleep(LOOK_AGAIN_MS)
    }
  }

  return {
    until,
    /** Scans each code once the answer to the one before is painted. @returns the kinds of the answers */
    async scan(...codes: readonly string[]): Promise<string[]> {
      const kinds = []
      for (const code of codes) {
        const answered = answers.next()
        const { strokes, endMs } = strokesOf(code, Math.max(Date.now(), lastMs + 1))
        lastMs = endMs
        await Promise.all(strokes.map((stroke) => session.send('Input.dispatchKeyEvent', stroke)))
        const kind = await answered
        if (kind === null) throw new Error(`no answer to ${code}: ${await shown()}`)
        kinds.push(kind)
      }
      return kinds
    },
    /** Clicks the element that the selector finds, in its middle. */
    async click(selector: string): Promise<void> {
      const place = `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()`
      const { x, y, width, height } = (await evaluate(`${place}.toJSON()`)) as DOMRect
      const at = { x: x + width / 2, y: y + height / 2, button: 'left', clickCount: 1 }
      await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at })
      await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at })
    },
  }
}

const ANSWERED = 'packbenchScanAnswered'

async function hearAnswers(session: PageSession) {
  let hear: (kind: string) => void = () => undefined
  session.on('Runtime.bindingCalled', ({ payload }) => hear(String(payload)))
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: ANSWERED })
  await session.send('Page.enable')
  const source = `(${tellAnswers.toString()})(${JSON.stringify(ANSWERED)})`
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source })
  await session.send('Runtime.evaluate', { expression: source })
  return {
    /** Resolves with the kind of the next answer, or with `null` when none comes. */
    next: () =>
      new Promise<string | null>((resolve) => {
        const tooLate = setTimeout(() => resolve(null), WAIT_MS)
        hear = (kind) => {
          clearTimeout(tooLate)
          resolve(kind)
        }
      }),
  }
}

/** Runs in the page: tells of each frame that shows another count of scans, and the kind of its answer. */
function tellAnswers(binding: string): void {
  const tell = (globalThis as unknown as Record<string, (words: string) => void>)[binding]
  const kind = () => document.querySelector<HTMLElement>('[data-scans]')?.dataset['lastKind'] ?? ''
  const afterFrame = () => requestAnimationFrame(() => setTimeout(() => tell?.(kind())))
  new MutationObserver(afterFrame).observe(document, { subtree: true, attributeFilter: ['data-scans'] })
}

async function memoryOf(chromium: Chromium, session: Session): Promise<WindowMemory> {
  // What the first collection frees may hold what only the second one can.
  for (let times = 0; times < 2; times += 1) await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.send('Performance.disable')
  const metric = (name: string) =>
    (metrics as { name: string; value: number }[]).find((one) => one.name === name)?.value ?? Number.NaN
  const counts = {
    heapBytes: metric('JSHeapUsedSize'),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  }
  // Before the snapshot, for which the page's process takes memory itself.
  const whole = await pageProcess(chromium)
  return { ...counts, ...whole, ...readHeapSnapshot(await takeSnapshot(session)) }
}

async function takeSnapshot(session: Session): Promise<string> {
  const chunks: string[] = []
  const take = ({ chunk }: { chunk: string }) => chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', take)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', take)
  return chunks.join('')
}

/** Of the page's process: the largest, because Chromium has an empty one in reserve. */
async function pageProcess(chromium: Chromium): Promise<ProcessMemory> {
  const { processInfo } = await chromium.command('SystemInfo.getProcessInfo', {})
  const [largest] = (processInfo as { type: string; id: number }[])
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => processMemory(id))
    .toSorted((one, other) => other.privateBytes - one.privateBytes)
  if (largest === undefined) throw new Error('the browser has no page')
  return largest
}
