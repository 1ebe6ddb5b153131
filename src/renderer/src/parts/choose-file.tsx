import { FileButton, type FileButtonProps } from '@mantine/core'
import { useRef } from 'react'

/** A button that chooses a file; the same one again counts, too, because somebody may have corrected it. */
export function ChooseFile({ onChange, ...props }: FileButtonProps) {
  const forget = useRef<() => void>(null)
  return (
    <FileButton
      {...props}
      resetRef={forget}
      onChange={(file) => {
        forget.current?.()
        onChange(file)
      }}
    />
  )
}
