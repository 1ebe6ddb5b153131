import { expect, it } from 'vitest'
import { keepBench } from '../../../../src/renderer/src/scan/keep-bench'
import type { StationState } from '../../../../src/renderer/src/stores/station-store'
import type { Bootstrap } from '../../../../src/shared/contract/views'
import { createStore } from 'zustand/vanilla'
import { eventually } from '../../../support/eventually'
import { aBench } from './a-bench'

/** A window's memory, which outlives its page. */
function aMemory() {
  let text: string | null = null
  return {
    getItem: () => text,
    setItem: (_name: string, value: string) => void (text = value),
  }
}

/** One page after another in the same window. */
function aWindow() {
  const memory = aMemory()
  return {
    memory,
    openPage({ locked = false, atWork = 'a', version = '1', packed = [] as number[] } = {}) {
      const bench = aBench()
      bench.show(packed, {})
      const station = createStore<StationState>()(() => ({ bootstrap: null }) as StationState)
      bench.operator.setState({ locked })
      keepBench({ ...bench, station }, memory)
      station.setState({ bootstrap: { version, accounts: { atWork } } as Bootstrap })
      return bench
    },
  }
}

async function packHalf(bench: ReturnType<typeof aBench>) {
  await bench.order.getState().open(100)
  bench.screen.getState().go('order')
  bench.order.getState().choose(1, 'SKU1')
  bench.order.getState().setDraft({ carrier: 'UPS', trackingNumber: '1Z' })
}

const isOpen = (bench: ReturnType<typeof aBench>) =>
  eventually(() => expect(bench.order.getState().order?.orderId).toBe(100))
/** Nothing here waits for more than turns of the event loop. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

it('a page that is loaded again goes on at the same order with what was scanned and entered', async () => {
  const window = aWindow()
  await packHalf(window.openPage())
  const again = window.openPage()
  await eventually(() => expect(again.screen.getState().screen).toBe('order'))
  const { chosen, scanned, draft } = again.order.getState()
  expect([[...chosen], [...scanned]]).toEqual([[1], [1]])
  expect(draft).toMatchObject({ carrier: 'UPS', trackingNumber: '1Z' })
})

it('a locked station shows the order once somebody has signed in', async () => {
  const window = aWindow()
  await packHalf(window.openPage())
  const again = window.openPage({ locked: true })
  await settled()
  expect(again.order.getState().orderId).toBeNull()
  again.operator.setState({ locked: false })
  await isOpen(again)
})

it('a parcel that was packed just before the crash leaves no label behind', async () => {
  const window = aWindow()
  await packHalf(window.openPage())
  const again = window.openPage({ packed: [1] })
  await isOpen(again)
  await settled()
  expect(again.order.getState().chosen.size).toBe(0)
  expect(again.order.getState().draft.trackingNumber).toBe('')
})

it.each([
  ['another account', { atWork: 'b' }],
  ['another version', { version: '2' }],
])('%s does not read it', async (_what, next) => {
  const window = aWindow()
  await packHalf(window.openPage())
  const again = window.openPage(next)
  await settled()
  expect(again.order.getState().orderId).toBeNull()
})

it('an order that was left is not opened again', async () => {
  const window = aWindow()
  const bench = window.openPage()
  await bench.order.getState().open(100)
  bench.screen.getState().go('order')
  expect(window.memory.getItem()).toContain('100')
  bench.screen.getState().go('queue')
  expect(window.memory.getItem()).toBe('')
})
