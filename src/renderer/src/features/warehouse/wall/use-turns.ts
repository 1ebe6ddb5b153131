import { useEffect, useState } from 'react'

/** Long enough to read a page from across the hall. */
const TURN_MS = 10_000

/** Which of `pages` is shown; turns by itself. */
export function useTurns(pages: number): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (pages <= 1) return
    const timer = setInterval(() => setTurn((before) => before + 1), TURN_MS)
    return () => clearInterval(timer)
  }, [pages])
  return pages <= 1 ? 0 : turn % pages
}
