import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Requests, StationBridge } from '../../../shared/contract/bridge'
import type { RequestChannel } from '../../../shared/contract/channels'
import type { Result } from '../../../shared/contract/result'

/**
 * Says of each call that is not answered within a second that it waits, and for what: the status bar must not call everything
 * sent while a question is open. All calls of the window pass here, so no button has to think of it.
 */

export type WaitState = {
  /** What the oldest late answer waits for; `null` while every question was answered, or was asked just now. */
  waitsFor: 'station' | 'marketplace' | null
}
export type WaitStore = StoreApi<WaitState>

/** The button that a call comes from: it shows by itself that it waits. */
export type Pressed = {
  /** @returns the function that ends it */
  wait(): () => void
  /** A call was answered; what is asked in the next moment belongs to the same press. */
  answered(): void
}

export type WaitDeps = {
  /** @returns the function that cancels it */
  after(ms: number, callback: () => void): () => void
  /** What is being pressed at this moment. */
  pressed(): Pressed | null
}

/** People begin to wonder after about a second; faster answers show nothing, so nothing flickers. */
const LATE_MS = 1_000
/** While the marketplace is asked, the station itself could hang meanwhile. */
const ASK_STATION_MS = 5_000
/** Answered by the station alone, to everybody. */
const QUICK = 'station:bootstrap'

/** Calls that are answered only after others were asked. All others are answered by the station alone, in milliseconds. */
const ASKED: Readonly<Partial<Record<RequestChannel, 'marketplace' | 'others'>>> = {
  'packing:refresh': 'marketplace',
  'items:refresh': 'marketplace',
  'items:read': 'marketplace',
  'items:category': 'marketplace',
  'items:categories': 'marketplace',
  'settings:connect': 'marketplace',
  'station:sync': 'marketplace',
  // The hub, a printer, a server of updates.
  'warehouse:left-behind': 'others',
  'warehouse:adopt': 'others',
  'warehouse:setup': 'others',
  'warehouse:publish-setup': 'others',
  'warehouse:pin-setup-key': 'others',
  'warehouse:use-setup': 'others',
  'warehouse:remove-station': 'others',
  'print:document': 'others',
  'labels:print': 'others',
  'print:printers': 'others',
  'updates:look': 'others',
  'updates:install': 'others',
}

/** Whom the answer to a call waits for. */
export function askedBy(channel: RequestChannel): 'station' | 'marketplace' | 'others' {
  return ASKED[channel] ?? 'station'
}

/** @returns the bridge to be used by everything else in the window, and what it waits for */
export function createWaits(
  bridge: StationBridge,
  { after, pressed }: WaitDeps,
): { bridge: StationBridge; store: WaitStore } {
  const store = createStore<WaitState>()(() => ({ waitsFor: null }))
  /** Calls that are late, oldest first. */
  const late = new Map<object, ReturnType<typeof askedBy>>()
  let asking = false

  const show = (): void => {
    const whom = new Set(late.values())
    const waitsFor = whom.has('station') ? 'station' : whom.has('marketplace') ? 'marketplace' : null
    if (waitsFor !== store.getState().waitsFor) store.setState({ waitsFor })
  }
  const follow = async <T>(
    channel: RequestChannel,
    answer: Promise<T>,
    button: Pressed | null = null,
  ): Promise<T> => {
    const call = {}
    const whom = askedBy(channel)
    let end: (() => void) | undefined
    const cancel = after(LATE_MS, () => {
      late.set(call, whom)
      end = button?.wait()
      show()
      if (whom !== 'station') askStation()
    })
    try {
      return await answer
    } finally {
      cancel()
      late.delete(call)
      end?.()
      button?.answered()
      show()
    }
  }
  /** Whether the station itself still answers. */
  const askStation = (): void => {
    if (asking || [...late.values()].every((whom) => whom === 'station')) return
    asking = true
    void follow(QUICK, bridge.requests[QUICK]({}))
      .catch(() => undefined)
      .finally(() => {
        after(ASK_STATION_MS, () => {
          asking = false
          askStation()
        })
      })
  }
  const wrapped = Object.entries(bridge.requests).map(([name, ask]) => {
    const send = ask as (request: unknown) => Promise<Result<unknown>>
    const channel = name as RequestChannel
    return [channel, (request: unknown) => follow(channel, send(request), pressed())]
  })
  return { bridge: { ...bridge, requests: Object.fromEntries(wrapped) as Requests }, store }
}
