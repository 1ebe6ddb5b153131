import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Requests, StationBridge } from '../../../shared/contract/bridge'
import type { RequestChannel } from '../../../shared/contract/channels'
import type { LentView } from '../../../shared/contract/operators'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError, Result } from '../../../shared/contract/result'

/** Asks a supervisor at this screen when main says that an act needs one, and then makes the same request again. */

type By = RequestOf<'operators:lend'>['by']

export type LendState = {
  /** The call that waits for a supervisor. */
  asked: { channel: RequestChannel; request: unknown } | null
  /** Why the last badge or PIN did not allow it. */
  error: BridgeError | null
  /** Errors: badge_unknown, pin_wrong, too_many_tries, not_supervisor */
  allow(by: By): Promise<Result<LentView>>
  /** Refused: the person is told that it needs a supervisor. */
  giveUp(): void
}
export type LendStore = StoreApi<LendState>

type Waiting = { channel: RequestChannel; request: unknown; end: (allowed: boolean) => void }

/** @returns the bridge to be used by everything else in the window, and what the dialog shows */
export function createLending(bridge: StationBridge): { bridge: StationBridge; store: LendStore } {
  let waiting: Waiting | null = null
  const store = createStore<LendState>()((set) => ({
    asked: null,
    error: null,
    async allow(by) {
      if (waiting === null) return NOT_ASKED
      const asked = waiting
      const { channel, request } = asked
      const answer = await bridge.requests['operators:lend']({ channel, request, by })
      // Given up meanwhile.
      if (waiting !== asked) return answer
      if (answer.ok) end(true)
      else set({ error: answer.error })
      return answer
    },
    giveUp: () => end(false),
  }))
  const end = (allowed: boolean): void => {
    const asked = waiting
    waiting = null
    store.setState({ asked: null, error: null })
    asked?.end(allowed)
  }
  const askSupervisor = (channel: RequestChannel, request: unknown): Promise<boolean> => {
    // One at a time: a second request is refused.
    if (waiting !== null) return Promise.resolve(false)
    return new Promise((resolve) => {
      waiting = { channel, request, end: resolve }
      store.setState({ asked: { channel, request }, error: null })
    })
  }
  bridge.onEvent((event) => {
    // The person who comes after the lock did not ask.
    if (event.kind === 'sign_in_changed' && event.signIn.barred !== null) end(false)
  })
  const wrapped = Object.entries(bridge.requests).map(([name, ask]) => {
    const channel = name as RequestChannel
    const send = ask as (request: unknown) => Promise<Result<unknown>>
    return [
      channel,
      async (request: unknown) => {
        const answer = await send(request)
        if (answer.ok || !mayBeLent(answer.error)) return answer
        return (await askSupervisor(channel, request)) ? send(request) : answer
      },
    ]
  })
  return { bridge: { ...bridge, requests: Object.fromEntries(wrapped) as Requests }, store }
}

const NOT_ASKED = { ok: false, error: { code: 'not_lendable', message: 'nothing waits' } } as const

function mayBeLent({ code, fields }: BridgeError): boolean {
  return code === 'supervisor_needed' && fields?.['lend'] === 'possible'
}
