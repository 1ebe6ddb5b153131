import { useEffect, useState } from 'react'

const TICK_MS = 10_000

/** Now, in milliseconds since the epoch, fresh enough for ages in words. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), TICK_MS)
    return () => window.clearInterval(timer)
  }, [])
  return nowMs
}
