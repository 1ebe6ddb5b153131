import { describe, expect, it } from 'vitest'
import { flushOf, flushWords } from '../../../../../../src/main/warehouse/nats/server/flush'

describe('a server that acknowledges before it has flushed', () => {
  it.each(['2.9.10', '2.9.99', '2.10.0', '2.10.16', '1.4.1'])('may forget, of version %s', (version) => {
    expect(flushOf(version)).toBe('late')
  })

  it.each(['2.10.17', '2.10.22', '2.11.0', '2.12.1-RC.2', '3.0.0', 'something else', ''])(
    'does not tell whether it waits for its disk, of version %s',
    (version) => {
      expect(flushOf(version)).toBe('unknown')
      expect(flushWords(version)).toContain('which it does not tell')
    },
  )
})
