import { MOST_BULK_BYTES } from '../../../../shared/domain/items/bulk-job'

/** The file's bytes in base64; `null` for one that is too large to be sent or that cannot be read. */
export async function readCsvFile(file: File): Promise<string | null> {
  if (file.size > MOST_BULK_BYTES) return null
  const reader = new FileReader()
  const read = new Promise<void>((resolve) => {
    reader.onloadend = () => resolve()
  })
  reader.readAsDataURL(file)
  await read
  return typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : null
}
