import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from 'react'

const Drawn = createContext(false)

/** Lets its content wait for the first paint. */
export function FirstDrawing({ children }: { children: ReactNode }) {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    // Two frames later the first one has surely been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setDrawn(true)))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return <Drawn value={drawn}>{children}</Drawn>
}

/** Whether the first paint is done. */
export function useDrawn(): boolean {
  return useContext(Drawn)
}

/** Content that nobody needs to begin with: it comes right after the first paint, which is faster for it. */
export function AfterFirst({ room, children }: { room?: ReactNode; children: ReactNode }) {
  return useDrawn() ? children : room
}
