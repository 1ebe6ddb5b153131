import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openHub } from '../../../src/main/warehouse/nats/hub'
import { hubGroup } from '../../../src/main/warehouse/nats/storage/seal'
import { createManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { endNow, freePort, HAS_NATS, runNatsServer } from '../../support/nats-process'

/** What the log has of a real server without JetStream, which stops and comes back. */

describe.skipIf(!HAS_NATS)('the log of a hub', () => {
  it('has one line for a server without JetStream, however often it is tried', async () => {
    const port = String(await freePort())
    const start = () => runNatsServer(['-a', '127.0.0.1', '-p', port])
    let server = await start()
    onTestFinished(() => endNow(server))
    const clock = createManualClock()
    const lines: string[] = []
    const hub = openHub({
      address: { servers: [`nats://127.0.0.1:${port}`], credentials: null },
      trusted: () => [],
      clock,
      name: 'A',
      who: () => ({ stationId: 'A', station: 'A', operator: 'jo' }),
      onOrders: () => {},
      onChange: () => {},
      log: (line) => void lines.push(line.replace(/^Hub \S+: /, '')),
    })
    onTestFinished(() => hub.close())
    let begun = 0
    // Many parts fail, and begin again and again.
    for (let part = 0; part < 5; part += 1)
      hub.add(() => ({
        async use(open) {
          if (open === null) return
          begun += 1
          const { jetstreamManager } = await import('@nats-io/jetstream')
          await (await jetstreamManager(open.connection, { checkAPI: false })).streams.info('x')
        },
        leave: async () => {},
        close: async () => {},
      }))
    hub.join(hubGroup(randomBytes(32)))
    await eventually(() => {
      clock.advance(3_000)
      expect(begun).toBeGreaterThan(20)
    })
    const version = hub.view().server?.version ?? ''
    const flush = expect.stringContaining(`NATS ${version} may forget the last two minutes`)
    expect(lines).toEqual(['connected', flush, 'jetstream is not enabled'])
    expect(hub.view().refusal).toBe('jetstream is not enabled')
    await endNow(server)
    await eventually(() => expect(hub.view().state).toBe('away'))
    server = await start()
    await eventually(() => expect(hub.view().state).toBe('open'))
    expect(lines.slice(3, 5)).toEqual(['the connection was lost; packing goes on', 'connected'])
  })
})
