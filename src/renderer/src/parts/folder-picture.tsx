import { useEffect, useRef, useState } from 'react'
import { useRead } from './use-read'

type Props = {
  /** In the folder of instructions. */
  name: string
  alt: string
  className: string | undefined
}

/** A picture from the folder of instructions, read once it comes into sight; an empty frame while it is not there. */
export function FolderPicture({ name, alt, className }: Props) {
  const frame = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  const { value } = useRead('instructions:picture', { name }, { asks: isSeen ? 'once' : 'never' })
  const url = value?.picture ?? null
  useEffect(() => {
    if (frame.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  return (
    <span ref={frame} className={className}>
      {url !== null && <img src={url} alt={alt} />}
    </span>
  )
}
