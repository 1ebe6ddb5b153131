import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Result } from '../../../shared/contract/result'
import type { ValueOf } from '../../../shared/contract/bridge'
import type { RequestChannel } from '../../../shared/contract/channels'
import type { RequestOf } from '../../../shared/contract/requests'
import type { StationChange } from '../../../shared/contract/views'
import { useStores } from '../stores/stores'
import { keyOf, keyOfAct, keyOfKept, requestOf, type About, type Act, type Read } from '../data/reads'

export type ReadOptions = {
  /** Main is asked again when one of these happens. Another account is one always. */
  staleOn?: readonly StationChange['kind'][]
  /** And so often, ms. */
  everyMs?: number
  /** Whether main is asked. `once`: not if it has answered before; `never`: only what others asked for is shown. */
  asks?: 'always' | 'once' | 'never'
  /** The page opens with a new answer, and shows none from before: a form begins with it. */
  fresh?: boolean
}

/**
 * What main answers to a call, and again whenever the page is opened.
 * @param request `null`: nothing is asked
 */
export function useRead<C extends RequestChannel>(
  channel: C,
  request: RequestOf<C> | null,
  { staleOn = [], everyMs, asks = 'always', fresh = false }: ReadOptions = {},
): Read<C> & { again: () => Promise<void>; take: (answer: Result<ValueOf[C]>) => void } {
  const { reads } = useStores()
  // It stands for the request, which is another object each time.
  const key = request === null ? null : keyOf(channel, request)
  // The page is entered here: in an effect, it would be each time that the bench is unlocked.
  const subscribe = useMemo(
    () => (key === null ? () => () => undefined : reads.enter(key, fresh)),
    [reads, key, fresh],
  )
  const held = useSyncExternalStore(subscribe, () =>
    key === null ? NOTHING : reads.read(channel, requestOf(key) as RequestOf<C>),
  ) as Read<C>
  const again = useCallback(async () => {
    if (key !== null) await reads.reload(channel, requestOf(key) as RequestOf<C>)
  }, [reads, channel, key])
  const take = useCallback(
    (answer: Result<ValueOf[C]>) => {
      if (key !== null) reads.take(channel, requestOf(key) as RequestOf<C>, answer)
    },
    [reads, channel, key],
  )
  useEffect(() => {
    if (key === null || asks === 'never') return
    const asked = requestOf(key) as RequestOf<C>
    if (asks === 'always' || reads.read(channel, asked).value === null) void reads.load(channel, asked)
  }, [reads, channel, key, asks])
  const kinds = staleOn.join()
  useEffect(() => {
    if (asks === 'never') return
    return reads.onEvent(({ kind }) => {
      if (kind === 'station_replaced' || kinds.split(',').includes(kind)) void again()
    })
  }, [reads, again, kinds, asks])
  useEffect(() => {
    if (everyMs === undefined) return
    const timer = setInterval(() => void again(), everyMs)
    return () => clearInterval(timer)
  }, [again, everyMs])
  return { ...held, again, take }
}

const NOTHING: Read<RequestChannel> = { value: null, error: null, isReading: false }

/**
 * A call that does something: all parts of the window see the same of it, also when the page was left meanwhile.
 * @param about what it is done to, where a page shows one of several, such as an item
 */
export function useAct<C extends RequestChannel>(
  channel: C,
  about?: About,
): Act<C> & {
  perform: (request: RequestOf<C>) => Promise<Result<ValueOf[C]> | null>
  /** Forgets how the last one went. */
  clear: () => void
} {
  const { reads } = useStores()
  const key = keyOfAct(channel, about)
  const subscribe = useMemo(() => reads.enter(key), [reads, key])
  const held = useSyncExternalStore(subscribe, () => reads.act(channel, about))
  const perform = useCallback(
    (request: RequestOf<C>) => reads.perform(channel, request, about),
    [reads, channel, about],
  )
  const clear = useCallback(() => reads.clear(channel, about), [reads, channel, about])
  return { ...held, perform, clear }
}

/** State of a page that is there again when the page is opened the next time, until the account is another one. */
export function useKept<T>(name: string, first: T): [T, (value: T) => void] {
  const { reads } = useStores()
  const value = useSyncExternalStore(
    useCallback((listener) => reads.subscribe(keyOfKept(name), listener), [reads, name]),
    () => reads.kept(name, first),
  )
  return [value, useCallback((next: T) => reads.keep(name, next), [reads, name])]
}
