import { systemClock } from '../../src/main/base/clock'
import { openHub } from '../../src/main/warehouse/nats/hub'
import { hubGroup } from '../../src/main/warehouse/nats/storage/seal'
import type { Answer, Question, Start } from './messages'

/** A station's side of the hub in a process of its own, which a test kills. */

const start = JSON.parse(process.argv[2] ?? '') as Start

const hub = openHub({
  address: { servers: start.servers, credentials: null },
  trusted: () => [],
  clock: { ...systemClock, wallMs: () => systemClock.wallMs() + start.skewMs },
  name: start.name,
  who: () => ({ stationId: start.stationId, station: start.name, operator: 'jo' }),
  onOrders: () => {},
  onChange: () => {},
  log: () => {},
})
hub.join(hubGroup(Buffer.from(start.secret, 'hex')))

process.on('message', (question: Question) => {
  const { claims } = hub
  const answer: Answer = { id: question.id, look: null }
  if (question.ask === 'put') claims.put(question.orderId)
  else if (question.ask === 'takeOver') claims.takeOver(question.orderId)
  else {
    const { state, refusal } = hub.view()
    const onBench = claims.onBench()
    answer.look = {
      state,
      refusal,
      onBench,
      confirmed: onBench !== null && claims.isConfirmed(onBench),
      elsewhere: question.orderIds.map((orderId) => claims.heldElsewhere(orderId)?.station ?? null),
    }
  }
  process.send?.(answer)
})
process.on('disconnect', () => process.exit())
