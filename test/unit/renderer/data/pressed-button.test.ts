import { beforeEach, expect, it, vi } from 'vitest'
import { windowWaits } from '../../../../src/renderer/src/data/pressed-button'

/** As much of an element as a button needs. */
class FakeElement {
  readonly marks = new Map<string, string>()
  constructor(private readonly button: FakeElement | null = null) {}
  closest(): FakeElement | null {
    return this.button ?? this
  }
  toggleAttribute(name: string, on: boolean): void {
    if (on) this.marks.set(name, '')
    else this.marks.delete(name)
  }
  setAttribute(name: string, value: string): void {
    this.marks.set(name, value)
  }
  removeAttribute(name: string): void {
    this.marks.delete(name)
  }
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve, 5))

function make() {
  let click = (_event: { target: FakeElement }): void => undefined
  const page = { addEventListener: (_name: string, listener: typeof click) => (click = listener) }
  const waits = windowWaits(page as never)
  return { waits, press: (target: FakeElement) => click({ target }) }
}

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement)
  return () => vi.unstubAllGlobals()
})

const WAITS = { 'aria-busy': 'true', 'data-waits': '' }
const marksOf = (button: FakeElement) => Object.fromEntries(button.marks)

it('marks the button whose press led to the call, for eyes and screen readers, until all its calls are answered', () => {
  const { waits, press } = make()
  const button = new FakeElement()
  press(new FakeElement(button))
  const ends = [waits.pressed()?.wait(), waits.pressed()?.wait()]
  // A third call, which is answered at once.
  waits.pressed()?.answered()
  expect(marksOf(button)).toEqual(WAITS)
  ends[0]?.()
  expect(marksOf(button)).toEqual(WAITS)
  ends[1]?.()
  expect(marksOf(button)).toEqual({})
})

it('knows of a press only what is asked at once, or right after its own answer', async () => {
  const { waits, press } = make()
  const button = new FakeElement()
  press(button)
  const first = waits.pressed()
  await nextTask()
  expect(waits.pressed(), 'a refresh by a timer is nobody’s').toBeNull()
  first?.answered()
  waits.pressed()?.wait()
  expect(marksOf(button)).toEqual(WAITS)
  await nextTask()
  expect(waits.pressed()).toBeNull()
})

it('two presses of one button need both answers', () => {
  const { waits, press } = make()
  const button = new FakeElement()
  press(button)
  const one = waits.pressed()?.wait()
  press(button)
  const other = waits.pressed()?.wait()
  one?.()
  expect(marksOf(button)).toEqual(WAITS)
  other?.()
  expect(marksOf(button)).toEqual({})
})
