import { useEffect, useRef } from 'react'
import { useStoreOf } from '../stores/stores'

type Props = {
  /** In the folder of instructions. */
  name: string
  alt: string
  className: string | undefined
}

/** A picture from the folder of instructions, read once it comes into sight; an empty frame while it is not there. */
export function FolderPicture({ name, alt, className }: Props) {
  const frame = useRef<HTMLSpanElement>(null)
  const url = useStoreOf('instructions', ({ pictures }) => pictures.get(name))
  const want = useStoreOf('instructions', (state) => state.want)
  useEffect(() => {
    if (frame.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) want(name)
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [name, want])
  return (
    <span ref={frame} className={className}>
      {typeof url === 'string' && <img src={url} alt={alt} />}
    </span>
  )
}
