/** Something that happens, told to all who listen by then. Its owner tells it; everybody else is given `on` alone. */
export class Signal<Values extends readonly unknown[] = []> {
  private readonly listeners = new Set<(...values: Values) => void>()

  /** Returns the function that stops listening. */
  readonly on = (listener: (...values: Values) => void): (() => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  tell(...values: Values): void {
    for (const listener of this.listeners) listener(...values)
  }

  isHeard(): boolean {
    return this.listeners.size > 0
  }
}
