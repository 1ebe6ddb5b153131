import { startMarketplace, type MarketplaceOptions } from '../../src/marketplace/server'

/** The real marketplace in this process, which can go offline and come back. */
export type TestMarketplace = {
  /** Stays the same across `goOffline` and `goOnline`. */
  baseUrl: string
  accessToken: string
  controlUrl: string
  /** The environment of a station that works with it. */
  env: Record<string, string>
  /** Stops listening: connections are refused. */
  goOffline(): Promise<void>
  /** Listens again on the same port, with the same data. */
  goOnline(): Promise<void>
  close(): Promise<void>
}

/** Starts it on a free port of 127.0.0.1 with its control API. The data folder must be the test's own. */
export async function openTestMarketplace(
  options: Omit<MarketplaceOptions, 'port' | 'control'>,
): Promise<TestMarketplace> {
  let running: Awaited<ReturnType<typeof startMarketplace>> | null = await startMarketplace({
    ...options,
    control: true,
  })
  const { baseUrl, accessToken, controlUrl } = running
  if (controlUrl === null) throw new Error('The marketplace started without its control API')
  const port = Number(new URL(baseUrl).port)
  const goOffline = async () => {
    await running?.close()
    running = null
  }
  return {
    baseUrl,
    accessToken,
    controlUrl,
    env: { PACKBENCH_API_BASE_URL: baseUrl, PACKBENCH_ACCESS_TOKEN: accessToken },
    goOffline,
    goOnline: async () => {
      running ??= await startMarketplace({ ...options, port, control: true })
    },
    close: goOffline,
  }
}
