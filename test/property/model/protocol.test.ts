import { describe, expect, it } from 'vitest'
import { explore, type Explored } from './explore'
import {
  ASSUMED,
  becomes,
  boundOf,
  confirm,
  endsWell,
  GONE,
  neverTwice,
  protocol,
  reads,
  stopped,
  type Action,
  type Actions,
  type Assumed,
  type State,
} from './protocol'

/** The explored protocol has about 110,000 states. */
const MOST_STATES = 300_000
const PROPERTIES = { endsWell, neverTwice }
/** Enough for every mutant. */
const ONE_DISASTER: Assumed = { ...ASSUMED, disasters: 1 }

function check(
  actions: Actions,
  assumed: Assumed,
  properties: Partial<typeof PROPERTIES> = PROPERTIES,
): Explored {
  return explore(actions, assumed, properties, MOST_STATES)
}

/** The protocol with one action replaced; the new one is given the old one. */
function mutant(name: string, change: (original: Action) => Action): Actions {
  const actions = protocol(ONE_DISASTER)
  const original = actions[name]
  if (original === undefined) throw new Error(`no action ${name}`)
  return { ...actions, [name]: change(original) }
}

const SETTLED = boundOf(ASSUMED)

describe('the protocol of a create', () => {
  it('ends done once or with a person, never twice, whatever happens (I3, I6, I10, I13)', () => {
    const explored = check(protocol(), ASSUMED)
    console.log(`The protocol: ${explored.states} states, ${explored.transitions} transitions`)
    expect(explored.violation).toBeNull()
  })

  it('can end in each way, and needs the whole settle window for it', () => {
    const ends: Record<string, (state: State) => boolean> = {
      'done once': ({ row, market }) => row.op === 'confirmed' && market.own === 1,
      'held, and done': ({ row, market }) => row.op === 'held' && market.own === 1,
      'held, and not done': ({ row, market }) => row.op === 'held' && market.own === 0,
      'done once after a step was lost': ({ row, alarmed }) => row.op === 'confirmed' && alarmed.lost,
      'done once, next to that of somebody else': ({ row, alarmed }) =>
        row.op === 'confirmed' && alarmed.twice,
      'done once by the third send': ({ row }) => row.op === 'confirmed' && row.sends === 3,
    }
    const reached = new Set<string>()
    let last = 0
    const note = (state: State): boolean => {
      if (!endsWell({ ...state, calmFor: SETTLED }, ASSUMED)) last = Math.max(last, state.calmFor ?? 0)
      if (state.calmFor !== SETTLED) return true
      for (const [end, isSo] of Object.entries(ends)) if (isSo(state)) reached.add(end)
      return true
    }
    explore(protocol(ONE_DISASTER), ONE_DISASTER, { note }, MOST_STATES)
    expect([...reached].toSorted()).toEqual(Object.keys(ends).toSorted())
    expect(last).toBeGreaterThanOrEqual(ASSUMED.window)
  })
})

describe('without what is assumed', () => {
  it.each<[string, Partial<Assumed>]>([
    ['a request that takes effect after the settle window', { appliesWithin: 4 }],
    ['reads that lag as long as the settle window', { lag: 3, appliesWithin: 1 }],
    ['a late effect that a late read hides, together longer than it', { appliesWithin: 2, lag: 2 }],
  ])('%s makes a second parcel, and a person is told', (_, change) => {
    const assumed = { ...ONE_DISASTER, ...change, disasters: 0 }
    const { violation } = check(protocol(assumed), assumed, { neverTwice })
    expect(violation?.of).toBe('neverTwice')
    expect(violation?.path.filter((name) => name === 'send')).toHaveLength(2)
    expect(check(protocol(assumed), assumed, { endsWell }).violation).toBeNull()
  })

  it('a lost claim whose mark was lost, too, makes a second parcel, and a person is told', () => {
    const actions = {
      ...protocol(ONE_DISASTER),
      forgetClaim: (state: State) =>
        state.calmFor === null && state.disasters === 0 && state.row.sends === 1
          ? [{ ...stopped(state), row: { ...GONE, op: 'ready' as const }, disasters: 1 }]
          : [],
    }
    expect(check(actions, ONE_DISASTER, { neverTwice }).violation?.of).toBe('neverTwice')
    expect(check(actions, ONE_DISASTER, { endsWell }).violation).toBeNull()
  })
})

const ready = (state: State): State => becomes(state, 'ready')
const looksAt = (state: State, is: State['row']['op']): boolean => state.row.op === is

describe('a protocol that is broken on purpose is found out', () => {
  it.each<[string, string, string, (original: Action) => Action]>([
    [
      'sends again one pause before the settle window is over',
      'look',
      'neverTwice',
      () => protocol({ ...ONE_DISASTER, window: ONE_DISASTER.window - 1 })['look'] ?? (() => []),
    ],
    [
      'sends again at once',
      'look',
      'neverTwice',
      (original) => (state) => original(state).map((next) => (next.absentFor === 0 ? ready(next) : next)),
    ],
    [
      'takes any parcel with its lines for its own before it was ever sent',
      'claim',
      'endsWell',
      (original) => (state) =>
        looksAt(state, 'ready') &&
        state.row.baseline === 'never sent' &&
        reads(state).some(({ other }) => other)
          ? [confirm(state, 'other')]
          : original(state),
    ],
    [
      'takes any parcel with its lines for its own after its answer was lost',
      'look',
      'endsWell',
      (original) => (state) =>
        looksAt(state, 'unknown') && reads(state).some(({ other }) => other)
          ? [confirm(state, 'other')]
          : original(state),
    ],
    [
      'leaves what an older file had as ready',
      'putBack',
      'neverTwice',
      (original) => (state) =>
        original(state).map((next) => (state.copy.op === 'ready' ? { ...next, row: state.copy } : next)),
    ],
    [
      'does not look again after a takeover',
      'takeOver',
      'neverTwice',
      (original) => (state) => original(state).map(ready),
    ],
    [
      'says nothing of a lost end of the log',
      'loseTail',
      'endsWell',
      (original) => (state) =>
        original(state).map((next) => ({ ...next, row: GONE, alarmed: state.alarmed })),
    ],
    [
      'gives back a lost step as ready',
      'loseTail',
      'neverTwice',
      (original) => (state) => original(state).map((next) => ({ ...next, row: { ...GONE, op: 'ready' } })),
    ],
    [
      'takes a send that was cut off by a kill for not sent',
      'kill',
      'neverTwice',
      (original) => (state) =>
        original(state).map((next) => (looksAt(state, 'waiting') ? ready(next) : next)),
    ],
    [
      'takes a lost answer for not sent',
      'loseAnswer',
      'neverTwice',
      (original) => (state) => original(state).map(ready),
    ],
    [
      'looks for a confirmed one again and again at the same moment',
      'verify',
      'timePasses',
      () => (state) => [state],
    ],
    [
      'does not say that a confirmed parcel is missing',
      'verify',
      'endsWell',
      (original) => (state) =>
        original(state).map((next) => (looksAt(next, 'held') ? { ...state, looked: true } : next)),
    ],
    [
      'waits without end for a lost answer',
      'loseAnswer',
      'goesOn',
      (original) => (state) => (state.calmFor === null ? original(state) : []),
    ],
    [
      'starts the settle window again with each look',
      'look',
      'endsWell',
      (original) => (state) =>
        original(state).map((next) => (next.absentFor === null ? next : { ...next, absentFor: 0 })),
    ],
  ])('%s', (_, name, of, change) => {
    expect(check(mutant(name, change), ONE_DISASTER).violation?.of).toBe(of)
  })

  it('says nothing of a second parcel', () => {
    const late = { ...ONE_DISASTER, appliesWithin: 4, disasters: 0 }
    const silent: Actions = {
      ...protocol(late),
      verify: (state) =>
        (protocol(late)['verify']?.(state) ?? []).map((next) => ({ ...next, alarmed: state.alarmed })),
    }
    expect(check(silent, late, { endsWell }).violation?.of).toBe('endsWell')
  })
})
