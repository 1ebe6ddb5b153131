/** An event and its listeners. Only its owner tells it. */
export class Signal<Values extends readonly unknown[] = []> {
  private readonly listeners = new Set<(...values: Values) => void>()

  /** @param onFault gets errors of a listener, which otherwise reach the one who tells; the other listeners still hear it */
  constructor(private readonly onFault?: (error: unknown) => void) {}

  /** Returns the function that stops listening. */
  readonly on = (listener: (...values: Values) => void): (() => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  readonly tell = (...values: Values): void => {
    for (const listener of this.listeners)
      try {
        listener(...values)
      } catch (error) {
        if (this.onFault === undefined) throw error
        this.onFault(error)
      }
  }

  isHeard(): boolean {
    return this.listeners.size > 0
  }
}
