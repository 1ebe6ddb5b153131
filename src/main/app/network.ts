import type { Host } from '../hosts/host'
import { readProxies, type Network } from '../partner/network'
import { readCaFile } from '../partner/ca-file'
import type { StationOptions } from './options'

/** How this station reaches the marketplace. What of it cannot be used is reported in one line each. */
export function networkOf(
  { caFile = null }: Pick<StationOptions, 'caFile'>,
  { proxyFor }: Pick<Host, 'proxyFor'>,
): Network {
  const log = (line: string): void => console.error(line)
  return {
    proxies: readProxies(process.env, log),
    caCertificates: readCaFile(caFile, log),
    ...(proxyFor === undefined ? {} : { systemProxy: proxyFor }),
  }
}
