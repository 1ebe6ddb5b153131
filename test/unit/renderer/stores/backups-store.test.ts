import { describe, expect, it } from 'vitest'
import { createBackupsStore } from '../../../../src/renderer/src/stores/backups-store'
import type { BackupView } from '../../../../src/shared/contract/views'
import { fakeStation, good, refused } from '../fake-station'

const backup = (name: string): BackupView => ({ name, madeAt: '2026-11-21T08:00:00.000Z', bytes: 1_000 })

describe('the backups', () => {
  it('are listed again after one was made', async () => {
    const there = [backup('a')]
    const station = fakeStation({
      'station:backups': () => good([...there]),
      'station:back-up': () => {
        there.unshift(backup('b'))
        return good(backup('b'))
      },
    })
    const store = createBackupsStore(station.bridge)
    await store.getState().load()
    expect(store.getState().backups?.map(({ name }) => name)).toEqual(['a'])
    await store.getState().make()
    expect(store.getState()).toMatchObject({ made: true, busy: null, error: null })
    expect(store.getState().backups?.map(({ name }) => name)).toEqual(['b', 'a'])
  })

  it('are made or restored one at a time', async () => {
    const waiting: (() => void)[] = []
    const station = fakeStation({
      'station:restore': () => new Promise((resolve) => waiting.push(() => resolve(good({ reopened: 2 })))),
    })
    const store = createBackupsStore(station.bridge)
    const first = store.getState().restore('a')
    await store.getState().restore('a')
    expect(station.asked).toHaveLength(1)
    expect(store.getState().busy).toBe('restore')
    waiting[0]?.()
    await first
    expect(store.getState().busy).toBeNull()
  })

  it('say why one cannot be restored, and are forgotten with the account', async () => {
    const station = fakeStation({
      'station:backups': () => good([backup('a')]),
      'station:restore': () => refused('backup_unusable'),
    })
    const store = createBackupsStore(station.bridge)
    await store.getState().load()
    await store.getState().restore('a')
    expect(store.getState().error?.code).toBe('backup_unusable')
    station.emit({ kind: 'station_replaced' })
    expect(store.getState()).toMatchObject({ backups: null, error: null })
  })
})
