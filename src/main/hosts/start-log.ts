import { openLog } from '../base/log'
import type { StationOptions } from '../app/options'
import type { Host } from './host'

/**
 * Opens the log of a start and says what runs where. Call it with the data folder locked.
 * @returns the function that ends the log
 */
export function openStartLog(
  { dataDir, verbose, provisioned, warnings }: StationOptions,
  host: Host['kind'],
  version: string,
): () => void {
  const secrets = provisioned.accessToken === null ? [] : [provisioned.accessToken]
  const close = openLog({ dataDir, verbose, secrets })
  const system = `${process.platform} ${process.arch}`
  console.info(
    `Packbench ${version} starts: ${host} host, Node ${process.versions.node}, ${system}, ${dataDir}`,
  )
  for (const warning of warnings) console.error(`packbench: ${warning}`)
  return close
}
