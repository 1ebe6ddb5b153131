import { useEffect, useState } from 'react'

/** The inner size of an element in pixels; 0 before it is measured. */
export function useSize(): [
  ref: (element: HTMLElement | null) => void,
  size: { width: number; height: number },
] {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (element === null) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [setElement, size]
}
