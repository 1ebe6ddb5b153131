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

/** The file's bytes in base64; `null` for one that is too large to be sent or that cannot be read. */
export async function readFileContent(file: File, mostBytes: number): Promise<string | null> {
  if (file.size > mostBytes) return null
  const reader = new FileReader()
  const read = new Promise<void>((resolve) => {
    reader.onloadend = () => resolve()
  })
  reader.readAsDataURL(file)
  await read
  return typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : null
}
