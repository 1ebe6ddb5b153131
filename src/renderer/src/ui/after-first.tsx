import { createContext, startTransition, useContext, useEffect, useState, type ReactNode } from 'react'

const Drawn = createContext(false)

/** Lets what is inside wait for the first drawing to be on the screen. */
export function FirstDrawing({ children }: { children: ReactNode }) {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    // Two frames on, the first one is surely there.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setDrawn(true)))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return <Drawn value={drawn}>{children}</Drawn>
}

/** Whether the first drawing is on the screen. */
export function useDrawn(): boolean {
  return useContext(Drawn)
}

/** What nobody needs in order to begin: it comes right after the first drawing, which is on the screen sooner for it. */
export function AfterFirst({ room, children }: { room?: ReactNode; children: ReactNode }) {
  return useDrawn() ? children : room
}
