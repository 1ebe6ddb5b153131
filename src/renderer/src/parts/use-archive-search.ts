import { useKept } from './use-read'

/** What is looked for in the archive; `null` until something is. */
export function useArchiveSearch() {
  return useKept<string | null>('archive.search', null)
}
