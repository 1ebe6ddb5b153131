import { INITIAL, type Actions, type Assumed, type Property, type State } from './protocol'

/** Visits every state that the actions can reach, breadth first: a path to a violation is a shortest one. */

export type Explored = {
  states: number
  transitions: number
  /** Names of actions to a state that violates a property, that property's name and that state; `null` if there is none. */
  violation: { of: string; path: string[]; state: State } | null
}

type Visited = { from: Visited | null; by: string; state: State; calmNext: Visited[] }

/** @param mostStates throws when there are more: the model has become too large for its test */
export function explore(
  actions: Actions,
  assumed: Assumed,
  properties: Readonly<Record<string, Property>>,
  mostStates: number,
): Explored {
  const seen = new Map<string, Visited>()
  const queue: Visited[] = []
  const visit = (from: Visited | null, by: string, state: State): Visited => {
    const key = keyOf(state)
    const known = seen.get(key)
    if (known !== undefined) return known
    const visited = { from, by, state, calmNext: [] }
    seen.set(key, visited)
    queue.push(visited)
    return visited
  }
  let transitions = 0
  const ended = (violation: Explored['violation']): Explored => ({
    states: seen.size,
    transitions,
    violation,
  })
  visit(null, '', INITIAL)
  for (const visited of queue) {
    const { state } = visited
    for (const [name, holds] of Object.entries(properties))
      if (!holds(state, assumed)) return ended(violationOf(name, visited))
    const before = transitions
    for (const [by, action] of Object.entries(actions))
      for (const next of action(state)) {
        transitions += 1
        const reached = visit(visited, by, next)
        if (state.calmFor !== null && by !== 'pause') visited.calmNext.push(reached)
      }
    if (transitions === before) return ended(violationOf('goesOn', visited))
    if (seen.size > mostStates) throw new Error(`more than ${mostStates} states`)
  }
  const loop = loopWithoutTime(queue)
  return ended(loop === null ? null : violationOf('timePasses', loop))
}

/** Spelled out, because this is most of the work. */
export function keyOf(state: State): string {
  const { row, copy, market, alarmed } = state
  const requests = state.underWay.map(({ age, awaited }) => `${age}${awaited}`).join()
  const past = state.past.map(({ own, other }) => `${own}${other}`).join()
  return (
    `${row.op} ${row.sends} ${row.baseline} ${row.as} ${copy.op} ${copy.sends} ${copy.baseline} ${market.own} ${market.other} ` +
    `${past} ${requests} ${state.applied} ${state.looked} ${state.absentFor} ${state.confirmedFor} ` +
    `${alarmed.twice} ${alarmed.lost} ${state.disasters} ${state.calmFor} ${state.isCopyOld}`
  )
}

function violationOf(of: string, last: Visited): Explored['violation'] {
  const path: string[] = []
  for (let at = last; at.from !== null; at = at.from) path.unshift(at.by)
  return { of, path, state: last.state }
}

/**
 * Without faults, a loop in which no time passes would never end. Without such a loop, with a successor for each state, and
 * with pauses that are counted, every run reaches the bound.
 */
function loopWithoutTime(visited: readonly Visited[]): Visited | null {
  const done = new Set<Visited>()
  const above = new Set<Visited>()
  const loops = (at: Visited): boolean => {
    if (above.has(at)) return true
    if (done.has(at)) return false
    above.add(at)
    const found = at.calmNext.some(loops)
    above.delete(at)
    done.add(at)
    return found
  }
  return visited.find((at) => at.calmNext.length > 0 && loops(at)) ?? null
}
