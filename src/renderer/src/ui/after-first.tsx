import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from 'react'

const Drawn = createContext(false)

type Props<Rest> = {
  /** Brings what the first paint does without; rejects when it cannot be had now, and is then asked again. */
  load: () => Promise<Rest>
  /** @param rest `null` for the first paint */
  children: (rest: Rest | null) => ReactNode
}

/** Waits a moment, as the host that did not answer may be starting. */
const AGAIN_AFTER_MS = 1_000

/** Draws first what is needed at once, and the rest after the first paint, which is faster for it. */
export function FirstDrawing<Rest>({ load, children }: Props<Rest>) {
  const [rest, setRest] = useState<Rest | null>(null)
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined
    const next = () =>
      load().then(
        (loaded) => startTransition(() => setRest(loaded)),
        (error: unknown) => {
          console.error(error)
          again = setTimeout(next, AGAIN_AFTER_MS)
        },
      )
    // Two frames later the first one has surely been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => void next())
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(again)
    }
  }, [load])
  return <Drawn value={rest !== null}>{children(rest)}</Drawn>
}

/** Content that nobody needs to begin with: it comes right after the first paint. */
export function AfterFirst({ children }: { children: ReactNode }) {
  return useContext(Drawn) && children
}
