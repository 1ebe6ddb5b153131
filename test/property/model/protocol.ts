/**
 * The protocol as a specification: how one parcel is created once at a marketplace without idempotency keys, where a
 * request may be lost before or after it took effect, or take effect later, and where reads may come from a copy that
 * lags. Read it from top to bottom: what is assumed, what a state is, what each part may do, what holds.
 *
 * An action maps a state to the states that it may lead to; none means that it is impossible now. `explore.ts` visits
 * every reachable state, and `trace.ts` compares what the real station does with it.
 *
 * Left out: other operations of the lane, answers of persons, the wording of alarms, why somebody is asked. Two parcels that
 * nothing tells apart (the same lines and label in the same moment, at a marketplace that shows seconds) are one here.
 */

// --- Assumed ---------------------------------------------------------------------------------------------------------

/** Time is counted in pauses between two looks: 30 s. */
export type Assumed = {
  /** How long a create is looked for in vain before it is sent again: the settle window. 120 s are 4. */
  window: number
  /** A request takes effect so long after it was sent, or never. */
  appliesWithin: number
  /** A read shows the marketplace as it was so long ago, or since. */
  lag: number
  /** How often a create is sent at most. */
  sends: number
  /** How often in one run a file is lost, put back or taken over. */
  disasters: number
}

/** The settle window is just enough: late effects and late reads add up. One pause fewer than the real one, for size. */
export const ASSUMED: Assumed = { window: 3, appliesWithin: 2, lag: 1, sends: 3, disasters: 2 }

// --- A state ---------------------------------------------------------------------------------------------------------

/** As in the outbox. `claimed` and `waiting` are its `sending`, before and after the request left; `gone`: no row. */
export type OpState = 'ready' | 'claimed' | 'waiting' | 'unknown' | 'confirmed' | 'held' | 'gone'

/** Which shipments were there before its first send: `all` looks at every one, because a send may have been forgotten. */
type Baseline = 'never sent' | 'noted' | 'all'

/** `as`: which shipment a confirmed one was taken for. Only a broken protocol takes that of somebody else. */
type Row = { op: OpState; sends: number; baseline: Baseline; as: 'own' | 'other' }

/** Shipments of these lines: how many this operation made, and whether somebody else made one, of another moment. */
type Shown = { own: number; other: boolean }

type Request = { age: number; awaited: boolean }

export type State = {
  row: Row
  /** Pauses since a look first found nothing; `null` before. In memory: a restart forgets it. */
  absentFor: number | null
  looked: boolean
  confirmedFor: number
  /** Requests that may still take effect. */
  underWay: readonly Request[]
  /** The request that the station waits for took effect. */
  applied: boolean
  market: Shown
  /** The marketplace one pause ago, two pauses ago and so on. */
  past: readonly Shown[]
  /** What people were alarmed about, apart from a held operation. */
  alarmed: { twice: boolean; lost: boolean }
  /** The row in a copy of the file, and whether anything was started or claimed since: that is what the mark tells. */
  copy: Row
  isCopyOld: boolean
  disasters: number
  /** Pauses since the last fault; `null` while there are faults. */
  calmFor: number | null
}

const NEW: Row = { op: 'ready', sends: 0, baseline: 'never sent', as: 'own' }
export const GONE: Row = { op: 'gone', sends: 0, baseline: 'never sent', as: 'own' }
const NOTHING: Shown = { own: 0, other: false }

export const INITIAL: State = {
  row: NEW,
  absentFor: null,
  looked: false,
  confirmedFor: 0,
  underWay: [],
  applied: false,
  market: NOTHING,
  past: [NOTHING],
  alarmed: { twice: false, lost: false },
  copy: GONE,
  isCopyOld: false,
  disasters: 0,
  calmFor: null,
}

// --- What can happen -------------------------------------------------------------------------------------------------

export type Action = (state: State) => readonly State[]
export type Actions = Readonly<Record<string, Action>>

const NEVER: readonly State[] = []

export const becomes = (state: State, op: OpState): State => ({ ...state, row: { ...state.row, op } })
export const hold = (state: State): State => ({ ...becomes(state, 'held'), absentFor: null })
export const confirm = (state: State, as: Row['as'] = 'own'): State => ({
  ...state,
  row: { ...state.row, op: 'confirmed', as },
  absentFor: null,
  looked: false,
  confirmedFor: 0,
})

/** Nobody waits for an answer any more, and what was in memory is forgotten. */
export const stopped = (state: State): State => ({
  ...state,
  absentFor: null,
  looked: false,
  applied: false,
  underWay: state.underWay.map(({ age }) => ({ age, awaited: false })),
})

/** The process starts, or goes on as after a start. */
const started = (state: State): State => ({ ...stopped(state), isCopyOld: true })

/** It may have been sent since (I10). */
export const restored = ({ sends, baseline }: Row): Row => ({
  as: 'own',
  op: 'unknown',
  sends: Math.max(1, sends),
  baseline: baseline === 'never sent' ? 'all' : baseline,
})

/** What a read may show. */
export const reads = ({ market, past }: State): readonly Shown[] => [market, ...past]

/** One of the requests on their way ends. */
const endings = (
  state: State,
  ends: (request: Request, without: State) => readonly State[],
): readonly State[] =>
  state.underWay.flatMap((request, place) =>
    ends(request, { ...state, underWay: state.underWay.toSpliced(place, 1) }),
  )

const station = ({ window, lag, sends }: Assumed): Actions => ({
  /** Looks once more, then commits the claim before anything is sent. */
  claim: (state) =>
    state.row.op !== 'ready'
      ? NEVER
      : reads(state).map((seen) => {
          const { row } = state
          // Its own moment, and never sent: the file is older than what it sent (I10).
          if (row.baseline === 'never sent' && seen.own > 0) return { ...started(state), row: restored(row) }
          if (seen.own > 1 || seen.other) return hold(state)
          if (seen.own === 1) return confirm(state)
          const baseline = row.baseline === 'never sent' ? 'noted' : row.baseline
          return { ...state, row: { ...row, op: 'claimed', sends: row.sends + 1, baseline }, isCopyOld: true }
        }),

  send: (state) =>
    state.row.op !== 'claimed'
      ? NEVER
      : [
          {
            ...becomes(state, 'waiting'),
            applied: false,
            underWay: [...state.underWay, { age: 0, awaited: true }],
          },
        ],

  answer: (state) => (state.row.op === 'waiting' && state.applied ? [confirm(state)] : NEVER),

  /** Looks for one of unknown outcome. Only one that was absent through the whole window is sent again (I6). */
  look: (state) =>
    state.row.op !== 'unknown' || isDone(state)
      ? NEVER
      : reads(state).map((seen) => {
          const looked = { ...state, looked: true }
          if (seen.own > 1) return hold(looked)
          if (seen.own === 1) return confirm(state)
          if (seen.other) return hold(looked)
          if (state.absentFor === null) return { ...looked, absentFor: 0 }
          if (state.absentFor < window) return looked
          if (state.row.sends >= sends) return hold(looked)
          return { ...becomes(looked, 'ready'), absentFor: null }
        }),

  /** Looks for a confirmed one (I3, I13). That it is missing counts once no copy can be older than the confirmation. */
  verify: (state) =>
    state.row.op !== 'confirmed' || isDone(state)
      ? NEVER
      : reads(state).map((seen) => {
          const looked = { ...state, looked: true }
          const isTwice = seen.own > 1 || (seen.own === 1 && seen.other)
          if (isTwice) return { ...looked, alarmed: { ...state.alarmed, twice: true } }
          const isMissing = state.row.as === 'own' ? seen.own === 0 : !seen.other
          return isMissing && state.confirmedFor > lag ? hold(looked) : looked
        }),
})

/** In the end, one look for each pause. */
const isDone = ({ looked, calmFor }: State): boolean => looked && calmFor !== null

const marketplace: Actions = {
  /** It accepts every create, also a second one. */
  apply: (state) =>
    endings(state, (request, without) => [
      {
        ...without,
        applied: state.applied || request.awaited,
        market: { ...state.market, own: state.market.own + 1 },
      },
    ]),

  drop: (state) =>
    endings(state, (request, without) => (mayFail(state) || !request.awaited ? [without] : NEVER)),
}

// --- Faults ----------------------------------------------------------------------------------------------------------

const mayFail = ({ calmFor }: State): boolean => calmFor === null
const isSending = ({ row }: Pick<State, 'row'>): boolean => row.op === 'claimed' || row.op === 'waiting'

const faults = ({ disasters }: Assumed): Actions => {
  const mayStrike = (state: State): boolean => mayFail(state) && state.disasters < disasters
  const struck = (state: State): State => ({ ...started(state), disasters: state.disasters + 1 })
  return {
    /** No answer, or one that proves nothing: a reset, a timeout, an error of the server, another request's answer. */
    loseAnswer: (state) => {
      const isAwaited = state.applied || state.underWay.some(({ awaited }) => awaited)
      return state.row.op === 'waiting' && (mayFail(state) || !isAwaited)
        ? [stopped(becomes(state, 'unknown'))]
        : NEVER
    },

    /** Proven not to have been done: no connection, 401, 429. It was never sent. */
    refuse: (state) =>
      endings(state, ({ awaited }, without) => {
        if (!mayFail(state) || !awaited) return NEVER
        const { sends, baseline } = state.row
        return [
          {
            ...without,
            row: {
              ...state.row,
              op: 'ready',
              sends: sends - 1,
              baseline: sends === 1 ? 'never sent' : baseline,
            },
          },
        ]
      }),

    /** 404, 422: perhaps because an earlier one took effect, so it is looked for before a person is asked. */
    deny: (state) =>
      endings(state, ({ awaited }, without) =>
        !mayFail(state) || !awaited
          ? NEVER
          : [
              stopped(becomes(without, 'unknown')),
              ...reads(state).map(({ own }) => (own === 1 ? confirm(without) : hold(without))),
            ],
      ),

    /** The answer says that it was done, and it was not. */
    pretend: (state) =>
      endings(state, ({ awaited }, without) => (mayFail(state) && awaited ? [confirm(without)] : NEVER)),

    /** A person must decide for another reason: a canceled order, changed items, an hour of errors. */
    ask: (state) =>
      mayFail(state) && ['ready', 'unknown', 'confirmed'].includes(state.row.op) ? [hold(state)] : NEVER,

    /** Somebody else packs the same lines. */
    otherHand: (state) =>
      mayFail(state) && !state.market.other
        ? [{ ...state, market: { ...state.market, other: true } }]
        : NEVER,

    /** The process is killed, and started again. */
    kill: (state) =>
      mayFail(state) ? [started(isSending(state) ? becomes(state, 'unknown') : state)] : NEVER,

    keepCopy: (state) => (mayStrike(state) ? [{ ...state, copy: state.row, isCopyOld: false }] : NEVER),

    /** Another operation shows that the file is older than what was sent from it. */
    doubt: (state) =>
      mayFail(state) && ['ready', 'unknown', 'held'].includes(state.row.op)
        ? [{ ...started(state), row: restored(state.row) }]
        : NEVER,

    /** The copy is put back: by hand, which the mark beside the file tells if anything was sent since; or by the app. */
    putBack: (state) => {
      const { row, copy } = state
      if (!mayStrike(state)) return NEVER
      // What the file knows of the end counts.
      const byApp = row.op === 'confirmed' || row.op === 'held' ? row : restored(row)
      if (copy.op === 'gone') return [{ ...struck(state), row: byApp }]
      const asItWas: Row = isSending({ row: copy }) ? { ...copy, op: 'unknown' } : copy
      // Another operation may have been sent since.
      const byHand =
        copy.op === 'confirmed' ? [copy] : [restored(copy), ...(state.isCopyOld ? [] : [asItWas])]
      return [byApp, ...byHand].map((next) => ({ ...struck(state), row: next }))
    },

    /** The end of the log is lost, and the operation with it: the evidence log has it as it was queued, and alarms people. */
    loseTail: (state) =>
      mayStrike(state)
        ? [{ ...struck(state), row: restored(NEW), alarmed: { ...state.alarmed, lost: true } }]
        : NEVER,

    /** Another station takes it from a file, or at the hub. */
    takeOver: (state) =>
      mayStrike(state) && state.row.op !== 'confirmed'
        ? [{ ...struck(state), row: restored(state.row), copy: GONE, isCopyOld: false }]
        : NEVER,
  }
}

// --- Time ------------------------------------------------------------------------------------------------------------

/**
 * Pauses from the last fault to the end: the settle window and three looks, if reads lag by no more than a pause. More of
 * that is added.
 */
export const boundOf = ({ window, lag }: Assumed): number => window + 2 + lag

const time = (assumed: Assumed): Actions => ({
  /** No fault from here on. */
  calm: (state) =>
    mayFail(state)
      ? [{ ...state, calmFor: 0, looked: false, copy: GONE, isCopyOld: false, disasters: 0 }]
      : NEVER,

  pause: (state) => {
    // A request takes effect in time; and without faults, so does a station what it has to do.
    if (state.underWay.some(({ age }) => age >= assumed.appliesWithin)) return NEVER
    const isIdle = state.row.op === 'held' || state.row.op === 'gone'
    if (!mayFail(state) && !isIdle && !state.looked) return NEVER
    const next = (count: number, most: number): number => Math.min(count + 1, most)
    return [
      {
        ...state,
        looked: false,
        absentFor: state.absentFor === null ? null : next(state.absentFor, assumed.window),
        confirmedFor: state.row.op === 'confirmed' ? next(state.confirmedFor, assumed.lag + 1) : 0,
        underWay: state.underWay.map(({ age, awaited }) => ({ age: age + 1, awaited })),
        past: [state.market, ...state.past].slice(0, assumed.lag),
        calmFor: state.calmFor === null ? null : next(state.calmFor, boundOf(assumed)),
      },
    ]
  },
})

export function protocol(assumed: Assumed = ASSUMED): Actions {
  return { ...station(assumed), ...marketplace, ...faults(assumed), ...time(assumed) }
}

// --- What holds ------------------------------------------------------------------------------------------------------

export type Property = (state: State, assumed: Assumed) => boolean

/** The two outcomes, in time after the last fault: it was done once, or a person knows. Never twice or lost untold. */
export const endsWell: Property = ({ row, market, alarmed, calmFor }, assumed) => {
  if (calmFor === null || calmFor < boundOf(assumed)) return true
  if (row.op === 'held') return true
  if (row.op === 'confirmed')
    return (row.as === 'own' && market.own === 1) || (market.own > 1 && alarmed.twice)
  return row.op === 'gone' && alarmed.lost
}

/** As long as what is assumed is so, it is never done twice. */
export const neverTwice: Property = ({ market }) => market.own <= 1
