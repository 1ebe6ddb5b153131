import { REQUEST_CHANNELS, type RequestChannel } from '../../../shared/contract/channels'
import type { Requests, StationBridge, ValueOf } from '../../../shared/contract/bridge'
import type { FirstAnswers, Hello } from '../../../shared/contract/first-screen'
import { PAGE_HEADER, PAGE_PARAMETER, WALL_PATH } from '../../../shared/domain/station/first-screen'
import type { Result } from '../../../shared/contract/result'
import type { StationEvent } from '../../../shared/contract/views'
import { answerFirst, askAhead, readFirstAnswers } from './ask-ahead'

/** The bridge to main, whichever host is behind it. Nothing else of the renderer knows which one it is. */

declare global {
  interface Window {
    /** Set by the preload of the Electron host; absent in the browser host. */
    readonly station?: StationBridge
  }
}

/** Whether main answers at all; `no_session`: it does, but not to this window (the program was restarted). */
export type Link = 'up' | 'down' | 'no_session'

export type Station = {
  bridge: StationBridge
  /** Returns the function that stops listening. */
  onLink(listener: (link: Link) => void): () => void
}

/** The first drawing is on the screen long before. */
const IDLE_WITHIN_MS = 500
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 10_000
const OUTLIVES_WINDOW: ReadonlySet<RequestChannel> = new Set([
  'evidence:record',
  'settings:save',
  'settings:save-preferences',
])
/** Characters: each may take three bytes. */
const MOST_KEPT_ALIVE = 20_000

/** The preload's bridge where there is one, else the same bridge over HTTP and a WebSocket. */
export function connectStation(): Station {
  const { station } = window
  if (station === undefined) {
    // The link that opened this page is spent; reloading it, or a look at the address, has no use for it.
    const { pathname, hash } = window.location
    if (pathname === '/open') window.history.replaceState(null, '', hash === WALL_HASH ? WALL_PATH : '/')
    const first = readFirstAnswers(document)
    return connectOverHttp(window.location.origin, first, rememberedPage(first))
  }
  return {
    bridge: { ...station, requests: askAhead(station.requests, station.onEvent) },
    onLink: () => () => undefined,
  }
}

/** Behind the link that opens the app: shows the screen for the hall. */
const WALL_HASH = '#wall'

const PAGE_KEY = 'packbench.page'

/**
 * The page's secret, also after a reload, which comes with nothing but the cookie. Kept by the browser for this window
 * and this port alone.
 */
function rememberedPage(first: FirstAnswers | null): string | null {
  if (first === null) return window.sessionStorage.getItem(PAGE_KEY)
  window.sessionStorage.setItem(PAGE_KEY, first.page)
  return first.page
}

/**
 * The bridge of the browser host, served at `origin` (scheme, host and port). Nothing is asked before events are heard,
 * or cannot be for now, so that no change falls between an answer and the first event.
 * @param first What came with the page. Events told since then, and before any are heard, are caught up with.
 * @param page The page's secret; without one nothing is answered.
 */
export function connectOverHttp(
  origin: string,
  first: FirstAnswers | null = null,
  page: string | null = first?.page ?? null,
): Station & { close(): void } {
  const eventListeners = new Set<(event: StationEvent) => void>()
  const linkListeners = new Set<(link: Link) => void>()
  const publish = (event: StationEvent) => eventListeners.forEach((listener) => listener(event))
  const tell = (link: Link) => linkListeners.forEach((listener) => listener(link))

  /** Resolves at the first news of the socket, good or bad. */
  let hear = (): void => {}
  const heard = new Promise<void>((resolve) => (hear = resolve))

  /** Opens the socket now, where that still waits. */
  let hurry = nothing

  const ask = async <C extends RequestChannel>(channel: C, request: unknown): Promise<Result<ValueOf[C]>> => {
    hurry()
    await heard
    const body = JSON.stringify(request)
    try {
      const response = await fetch(`${origin}/bridge/${channel}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [PAGE_HEADER]: page ?? '' },
        body,
        // What was scanned or chosen last goes over even when the window is closed with it; a browser refuses more than
        // 64 kB so.
        keepalive: OUTLIVES_WINDOW.has(channel) && body.length < MOST_KEPT_ALIVE,
      })
      if (response.status === 401) {
        return { ok: false, error: { code: 'session_missing', message: 'The host refused the session' } }
      }
      return (await response.json()) as Result<ValueOf[C]>
    } catch (error) {
      return {
        ok: false,
        error: { code: 'unreachable', message: String(error), fields: { host: 'not_running' } },
      }
    }
  }
  const requests = Object.fromEntries(
    REQUEST_CHANNELS.map((channel) => [channel, (request: unknown) => ask(channel, request)]),
  ) as Requests

  /** Events were missed while the socket was gone, so what is shown is read again unless it is newer than this. */
  const catchUp = async () => {
    const answer = await requests['station:bootstrap']({})
    // The host is gone again; the next news of the socket catches up.
    if (!answer.ok) return
    const { value, revision } = answer
    publish({ kind: 'status', status: value.status, revision })
    publish({ kind: 'lan_changed', lan: value.lan, revision })
    publish({ kind: 'sign_in_changed', signIn: value.signIn, revision })
    publish({ kind: 'orders_changed', orderIds: null, revision })
    publish({ kind: 'outbox_changed', revision })
    publish({ kind: 'items_changed', revision })
    publish({ kind: 'bulk_changed', revision })
    publish({ kind: 'notices_changed', revision })
  }
  /** A browser tells a page nothing about a refused socket, so an ordinary request does. */
  const findOutWhy = async () => {
    const answer = await requests['station:bootstrap']({})
    // Only the socket broke; it is opened again at once.
    if (answer.ok) return
    tell(answer.error.code === 'session_missing' ? 'no_session' : 'down')
  }
  let isFirst = true
  const receive = (message: StationEvent | Hello) => {
    if (message.kind !== 'hello') return publish(message)
    if (isFirst && first !== null && message.told !== first.told) void catchUp()
    isFirst = false
  }
  // What came with the page is drawn first, unless somebody asks; events that are told meanwhile are caught up with.
  const soon = (open: () => void): void => {
    if (first === null) return open()
    const idle = requestIdleCallback(() => hurry(), { timeout: IDLE_WITHIN_MS })
    hurry = () => {
      hurry = nothing
      cancelIdleCallback(idle)
      open()
    }
  }
  const events = `${origin.replace(/^http/, 'ws')}/events?${PAGE_PARAMETER}=${page ?? ''}`
  const close = listenToEvents(events, soon, receive, (link) => {
    if (link === 'down') {
      void findOutWhy()
      isFirst = false
    } else {
      tell(link)
      if (!isFirst) void catchUp()
    }
    hear()
  })
  const onEvent: StationBridge['onEvent'] = (listener) => subscribe(eventListeners, listener)

  return {
    bridge: {
      requests:
        first === null
          ? askAhead(requests, onEvent)
          : answerFirst(
              requests,
              (channel) => {
                const answer = first.answers[channel]
                return answer === undefined ? null : Promise.resolve(answer)
              },
              onEvent,
            ),
      onEvent,
    },
    onLink: (listener) => subscribe(linkListeners, listener),
    close,
  }
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Keeps one socket open, with growing pauses between attempts.
 * @param soon says when the first one may be opened
 * @returns the function that stops for good.
 */
function listenToEvents(
  url: string,
  soon: (open: () => void) => void,
  receive: (message: StationEvent | Hello) => void,
  onLink: (link: 'up' | 'down') => void,
): () => void {
  let retryMs = FIRST_RETRY_MS
  let stopped = false
  let socket: WebSocket | null = null
  const open = () => {
    if (stopped) return
    socket = new WebSocket(url)
    socket.onopen = () => {
      retryMs = FIRST_RETRY_MS
      onLink('up')
    }
    socket.onmessage = (message) => receive(JSON.parse(String(message.data)) as StationEvent | Hello)
    socket.onclose = () => {
      if (stopped) return
      onLink('down')
      setTimeout(open, retryMs)
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
    }
  }
  soon(open)
  return () => {
    stopped = true
    socket?.close()
  }
}

function nothing(): void {}
