/**
 * How the parts of an account talk: a part emits what has happened and knows nobody who listens. What follows is said in
 * one place, in a table that has a handler for each event.
 */
export type Bus<Events extends EventsOf<Events>> = {
  /** For the part that emits it. */
  emitter: <Name extends keyof Events>(name: Name) => (...values: Events[Name]) => void
  /** Call it once, when all parts are there and before one is started. */
  handle: (handlers: Handlers<Events>) => void
}

export type Handlers<Events extends EventsOf<Events>> = {
  [Name in keyof Events]: (...values: Events[Name]) => void
}

type EventsOf<Events> = Record<keyof Events, readonly unknown[]>

/** @param onFault gets errors of a handler, which are none of the part's that has emitted the event */
export function createBus<Events extends EventsOf<Events>>(onFault: (error: unknown) => void): Bus<Events> {
  let handlers: Handlers<Events> | null = null
  return {
    emitter:
      (name) =>
      (...values) => {
        if (handlers === null) throw new Error(`${String(name)} was emitted before anything was started`)
        try {
          handlers[name](...values)
        } catch (error) {
          onFault(error)
        }
      },
    handle(given) {
      handlers = given
    },
  }
}
